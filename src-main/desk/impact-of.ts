import type { JobRequest, RowOf } from '#shared/model/job'
import type { HighImpact } from './high-impact'

/** What one order takes away, as its question names it. */
export interface Removal {
  readonly orderType: 'delete_asset' | 'delete_product'
  /** Null: from every order of the customer (API document, section 4.1, rule 7). */
  readonly srcLicenseOrderId: string | null
  readonly assets: number
  /** Names or ids of the products that go, and of what they are part of, each once. */
  readonly products: readonly string[]
}

interface Named {
  readonly productName?: string | undefined
  readonly productUri?: string | undefined
  readonly crmProductId?: string | undefined
}
interface Merchandise {
  readonly merchandiseName?: string | undefined
  readonly merchandiseNum?: string | undefined
  readonly crmProductId?: string | undefined
  readonly children?: readonly Merchandise[] | null | undefined
  readonly licenseOrderProductList?: readonly Named[] | null | undefined
}

/** The first that says anything. */
const firstOf = (...names: readonly (string | undefined)[]): string[] => {
  const name = names.find((one) => one !== undefined && one.trim() !== '')
  return name === undefined ? [] : [name]
}
const productNames = (products: readonly Named[] | null | undefined): string[] =>
  (products ?? []).flatMap(({ productName, productUri, crmProductId }) =>
    firstOf(productName, productUri, crmProductId),
  )
/** Merchandises hold products and further merchandises, however deep (API document, section 2.1). */
const merchandiseNames = (merchandises: readonly Merchandise[] | null | undefined): string[] =>
  (merchandises ?? []).flatMap((one) => [
    ...firstOf(one.merchandiseName, one.merchandiseNum, one.crmProductId),
    ...productNames(one.licenseOrderProductList),
    ...merchandiseNames(one.children),
  ])

const removalsOf = ({ orderList }: RowOf<'order'>): Removal[] =>
  orderList.flatMap(({ orderType, srcLicenseOrderId, assets = [] }) => {
    if (orderType !== 'delete_asset' && orderType !== 'delete_product') return []
    const source = srcLicenseOrderId?.trim() ?? ''
    return [
      {
        orderType,
        srcLicenseOrderId: source === '' ? null : source,
        assets: assets.reduce((sum, { assetNos = [] }) => sum + assetNos.length, 0),
        products: [
          ...new Set(
            assets.flatMap(({ products, merchandises }) => [
              ...productNames(products),
              ...merchandiseNames(merchandises),
            ]),
          ),
        ],
      },
    ]
  })

/** How much a job changes, as its question counts it: assets and numbers, where one row may carry thousands. */
export const weightOf = (request: JobRequest): number => {
  if (request.action === 'assign') {
    return request.rows.reduce((sum, row) => sum + row.addAssets.length + row.deleteAssets.length, 0)
  }
  if (request.action === 'allocate') return request.rows.reduce((sum, { size }) => sum + size, 0)
  return request.rows.length
}

/** What is asked about however few its rows are: a loan, which no operation takes back, and orders that remove. */
export const alwaysAsked = (
  request: JobRequest,
  /** As the platform's list of employees has it; null where it was not read, or does not have them. */
  nameOf: (enterpriseGlobalId: string, memberGlobalId: string) => string | null,
): HighImpact | null => {
  const { operatorIdentity } = request
  if (request.action === 'lend') {
    const [row] = request.rows
    if (row === undefined) return null
    const name = nameOf(row.enterpriseGlobalId, row.memberGlobalId)
    return {
      kind: 'lend',
      operatorIdentity,
      loans: request.rows.length,
      memberName: name ?? row.memberName,
      isNameListed: name !== null,
      memberGlobalId: row.memberGlobalId,
      borrowedUsbKey: row.borrowedUsbKey,
      assets: request.rows.reduce((sum, { assets }) => sum + assets.length, 0),
    }
  }
  if (request.action !== 'order') return null
  const removals = request.rows.flatMap(removalsOf)
  return removals.length === 0 ? null : { kind: 'removal', operatorIdentity, removals }
}
