import type { JobRequest, RowOf } from '#shared/model/job'
import type { HighImpact } from './high-impact'

/** What one order takes away, as its question names it. */
export interface Removal {
  readonly orderType: 'delete_asset' | 'delete_product'
  /** Null: from every order of the customer (API document, section 4.1, rule 7). */
  readonly srcLicenseOrderId: string | null
  readonly assets: number
  /** Names or ids of the products that go, each once. */
  readonly products: readonly string[]
}

const removalsOf = ({ orderList }: RowOf<'order'>): Removal[] =>
  orderList.flatMap(({ orderType, srcLicenseOrderId, assets = [] }) => {
    if (orderType !== 'delete_asset' && orderType !== 'delete_product') return []
    const products = assets.flatMap((asset) => asset.products ?? [])
    const source = srcLicenseOrderId?.trim() ?? ''
    return [
      {
        orderType,
        srcLicenseOrderId: source === '' ? null : source,
        assets: assets.reduce((sum, { assetNos = [] }) => sum + assetNos.length, 0),
        products: [
          ...new Set(products.map(({ productName, productUri }) => productName ?? productUri ?? '')),
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
export const alwaysAsked = (request: JobRequest): HighImpact | null => {
  const { operatorIdentity } = request
  if (request.action === 'lend') {
    const [row] = request.rows
    if (row === undefined) return null
    return {
      kind: 'lend',
      operatorIdentity,
      loans: request.rows.length,
      memberName: row.memberName,
      memberGlobalId: row.memberGlobalId,
      borrowedUsbKey: row.borrowedUsbKey,
      assets: request.rows.reduce((sum, { assets }) => sum + assets.length, 0),
    }
  }
  if (request.action !== 'order') return null
  const removals = request.rows.flatMap(removalsOf)
  return removals.length === 0 ? null : { kind: 'removal', operatorIdentity, removals }
}
