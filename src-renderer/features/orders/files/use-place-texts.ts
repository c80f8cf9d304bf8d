import type { JsonPath } from '#shared/model/orders/order-node'
import { writePath } from '#shared/model/orders/order-node'
import { useTexts } from '../../../i18n/use-texts'

/** The parts of an order by the list that they are in. */
const partNames: Readonly<
  Record<string, 'order' | 'group' | 'product' | 'package' | 'feature' | 'attribute'>
> = {
  orderList: 'order',
  assets: 'group',
  products: 'product',
  licenseOrderProductList: 'product',
  merchandises: 'package',
  children: 'package',
  productFeatures: 'feature',
  assetExtendList: 'attribute',
}

/** A place in a batch file in the words of the form, counted from 1: “Order 2, product 1”. */
export const usePlaceTexts = () => {
  const { t } = useTexts()

  /** The part that a path leads to, and the rest of the path below it. */
  const placeOf = (path: JsonPath): { readonly part: string; readonly field: string } => {
    let [part, at] = ['', 0]
    for (; at + 1 < path.length; at += 2) {
      const [name, index] = [partNames[String(path[at])], path[at + 1]]
      if (name === undefined || typeof index !== 'number') break
      // An order begins with its first group.
      if (name === 'group' && index === 0) continue
      const next = t(`orders.import.part.${name}`, { n: index + 1 })
      part = part === '' ? next : t('orders.import.partOf', { part: next, of: part })
    }
    return { part, field: writePath(path.slice(at)) }
  }

  /** Such as “Order 2, product 1: trial”. */
  const placeText = (path: JsonPath): string => {
    const { part, field } = placeOf(path)
    if (part === '' || field === '') return part || field
    return t('orders.import.place', { part, field })
  }
  /** Such as “trial (Order 2, product 1)”. */
  const fieldText = (path: JsonPath): string => t('orders.import.fieldOf', placeOf(path))
  return { placeText, fieldText }
}
