import { z } from 'zod'
import { actionOf, isLockAction } from '#shared/model/changes/change'
import type { AffectedRequest } from '#shared/model/changes/affected'
import { dayPattern } from '#shared/model/changes/loan'
import { joinKey } from '#shared/model/join-key'
import type { Intent, JournalRow } from '../journal/record'
import type { ReadAffected } from './affected/read-affected'
import type { HighImpact, Impact, NamedItem, Revocation } from './high-impact'

/** The dialog lists this many orders or loans, */
export const maxLines = 4
/** and this many names per line. */
export const maxNames = 3

// Orders as journaled. A field of an unexpected form is left out; the order still counts.
const text = z.string().nullish().catch(null)
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).nullish().catch(null)

const product = z.object({
  productName: text,
  productUri: text,
  gmsPid: text,
  appKey: text,
  crmProductId: text,
})
interface Merchandise {
  readonly merchandiseName?: string | null | undefined
  readonly merchandiseNum?: string | null | undefined
  readonly crmProductId?: string | null | undefined
  readonly children?: readonly Merchandise[] | null | undefined
  readonly licenseOrderProductList?: readonly z.output<typeof product>[] | null | undefined
}
const merchandise: z.ZodType<Merchandise> = z.object({
  merchandiseName: text,
  merchandiseNum: text,
  crmProductId: text,
  children: z.lazy(() => listOf(merchandise)),
  licenseOrderProductList: listOf(product),
})
const order = z.object({
  orderType: text,
  srcLicenseOrderId: text,
  customerName: text,
  customerId: text,
  crmCustomerId: text,
  channelCustomerId: text,
  enterpriseGlobalId: text,
  assets: listOf(
    z.object({ assetNos: listOf(z.string()), products: listOf(product), merchandises: listOf(merchandise) }),
  ),
})
type Order = z.output<typeof order>

const batch = z.object({ orders: listOf(z.unknown()), sequences: listOf(z.unknown()) }).catch({})
const noOrder = order.parse({})

const readOrders = new WeakMap<JournalRow, readonly Order[]>()
/** Counts every order sent, including one that cannot be parsed. */
const ordersOf = (row: JournalRow): readonly Order[] => {
  const read = readOrders.get(row)
  if (read !== undefined) return read
  const { orders, sequences } = batch.parse(row.request)
  const all = (orders ?? sequences ?? [null]).map((one) => order.catch(noOrder).parse(one))
  readOrders.set(row, all)
  return all
}

/** An order counts at least once, and so does an entry without numbers: it creates an asset. */
const itemCountOfOrder = ({ assets }: Order): number =>
  Math.max(
    1,
    (assets ?? []).reduce((sum, { assetNos }) => sum + Math.max(1, assetNos?.length ?? 0), 0),
  )

const assetNosOf = ({ assets }: Order): string[] => (assets ?? []).flatMap(({ assetNos }) => assetNos ?? [])

const toNamedItem = (
  name: string | null | undefined,
  fields: Readonly<Record<string, string | null | undefined>>,
): NamedItem => ({
  name: name?.trim() === '' ? null : (name ?? null),
  ids: Object.entries(fields).flatMap(([field, value]) => (value?.trim() ? [{ field, value }] : [])),
})

const productItem = ({ productName, ...ids }: z.output<typeof product>): NamedItem =>
  toNamedItem(productName, ids)

/** Packages contain products and nested packages at any depth (docs/api.md, section 2.1). */
const merchandiseItems = ({
  merchandiseName,
  children,
  licenseOrderProductList,
  ...ids
}: Merchandise): NamedItem[] => [
  ...[toNamedItem(merchandiseName, ids)].filter((one) => one.name !== null || one.ids.length > 0),
  ...(licenseOrderProductList ?? []).map(productItem),
  ...(children ?? []).flatMap(merchandiseItems),
]

const withoutDoubles = (all: readonly NamedItem[]): NamedItem[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
]

const revocationOf = (one: Order): Revocation[] => {
  const { orderType, srcLicenseOrderId, assets } = one
  if (orderType !== 'delete_asset' && orderType !== 'delete_product') return []
  const { customerName, customerId, crmCustomerId, channelCustomerId, enterpriseGlobalId } = one
  const assetNos = assetNosOf(one)
  const revoked = withoutDoubles(
    (assets ?? []).flatMap(({ products, merchandises }) => [
      ...(products ?? []).map(productItem),
      ...(merchandises ?? []).flatMap(merchandiseItems),
    ]),
  )
  return [
    {
      orderType,
      srcLicenseOrderId: srcLicenseOrderId?.trim() ? srcLicenseOrderId : null,
      customer: toNamedItem(customerName, {
        customerId,
        crmCustomerId,
        channelCustomerId,
        enterpriseGlobalId,
      }),
      assets: assetNos.length,
      assetNos: assetNos.slice(0, maxNames),
      productCount: revoked.length,
      products: revoked.slice(0, maxNames),
    },
  ]
}

const names = z.array(z.string()).catch([])
const assignment = z
  .object({ addAssets: names, deleteAssets: names })
  .catch({ addAssets: [], deleteAssets: [] })
const allocation = z.object({ size: z.number() }).catch({ size: 1 })
const lentAsset = z.object({ assetNum: z.string() }).nullable().catch(null)
const loan = z
  .object({
    assets: z.array(lentAsset).catch([]),
    dueOn: z.string().regex(dayPattern).nullish().catch(undefined),
  })
  .catch({ assets: [], dueOn: undefined })

/** The assets, numbers or orders of one row, which is one request where a row can have several. */
export const itemCountOfRow = (operation: Intent['operation'], row: JournalRow): number => {
  switch (operation) {
    case 'member.assignAssets': {
      const { addAssets, deleteAssets } = assignment.parse(row.request)
      return Math.max(1, addAssets.length + deleteAssets.length)
    }
    case 'order.allocateShellNumbers':
      return allocation.parse(row.request).size
    case 'member.lendAssets':
      return Math.max(1, loan.parse(row.request).assets.length)
    case 'order.batchOrder':
      return ordersOf(row).reduce((sum, one) => sum + itemCountOfOrder(one), 0)
    default:
      return 1
  }
}

/** The number of assets, numbers and orders changed; one row may contain thousands. */
export const itemCountOf = ({ operation, rows }: Pick<Intent, 'operation' | 'rows'>): number =>
  rows.reduce((sum, row) => sum + itemCountOfRow(operation, row), 0)

const revocationsOf = ({ operation, rows }: Intent): Revocation[] =>
  operation === 'order.batchOrder' ? rows.flatMap(ordersOf).flatMap(revocationOf) : []

/** Always confirmed, whatever the number: loans, which no operation reverts, and revoking orders. */
export const isAlwaysConfirmed = (intent: Intent): boolean =>
  intent.operation === 'member.lendAssets' || revocationsOf(intent).length > 0

const distinct = (values: readonly (string | null)[]): number =>
  new Set(values.filter((value) => value !== null)).size

const confirmationOf = (
  intent: Intent,
  nameOf: (enterpriseGlobalId: string, memberGlobalId: string) => string | null,
  recent: number,
): HighImpact => {
  const { operation, operatorIdentity, rows } = intent
  const action = actionOf(operation)
  const enterprises = distinct(rows.map(({ enterpriseGlobalId }) => enterpriseGlobalId))
  if (isLockAction(action)) {
    const [first] = rows
    if (first !== undefined && rows.length === 1) {
      return {
        kind: 'single-change',
        action,
        operatorIdentity,
        number: first.shellNumber ?? first.key,
        recent,
      }
    }
    const listed = rows.filter(({ statesBefore }) => statesBefore != null)
    return {
      kind: 'locks',
      action,
      operatorIdentity,
      locks: rows.length,
      enterprises: distinct(listed.map(({ enterpriseGlobalId }) => enterpriseGlobalId)),
      unlisted: rows.length - listed.length,
      isQueued: false,
    }
  }
  switch (action) {
    case 'lend':
      return {
        kind: 'lend',
        operatorIdentity,
        loans: rows.length,
        assets: itemCountOf(intent),
        first: rows.slice(0, maxLines).map((row) => {
          const { enterpriseGlobalId, memberGlobalId } = row
          const listedName = nameOf(enterpriseGlobalId ?? '', memberGlobalId ?? '')
          return {
            memberName: listedName ?? row.memberName ?? '',
            isNameListed: listedName !== null,
            memberGlobalId: memberGlobalId ?? '',
            borrowedUsbKey: row.key,
            assets: itemCountOfRow(operation, row),
            dueOn: loan.parse(row.request).dueOn,
          }
        }),
      }
    case 'assign': {
      const all = rows.map(({ request }) => assignment.parse(request))
      const assets = rows.flatMap(({ enterpriseGlobalId, request }) => {
        const { addAssets, deleteAssets } = assignment.parse(request)
        return [...addAssets, ...deleteAssets].map((one) => joinKey(enterpriseGlobalId ?? '', one))
      })
      return {
        kind: 'assign',
        operatorIdentity,
        assets: distinct(assets),
        assigned: all.reduce((sum, { addAssets }) => sum + addAssets.length, 0),
        withdrawn: all.reduce((sum, { deleteAssets }) => sum + deleteAssets.length, 0),
        employees: distinct(rows.map(({ memberGlobalId }) => memberGlobalId)),
      }
    }
    case 'allocate':
      return { kind: 'allocate', operatorIdentity, numbers: itemCountOf(intent) }
    case 'order': {
      const orders = rows.flatMap(ordersOf)
      const revocations = orders.flatMap(revocationOf)
      const fromAllOrders = revocations.filter(({ srcLicenseOrderId }) => srcLicenseOrderId === null)
      const fromOneOrder = revocations.filter(({ srcLicenseOrderId }) => srcLicenseOrderId !== null)
      return {
        kind: 'order',
        operatorIdentity,
        batches: rows.length,
        orders: orders.length,
        assets: orders.reduce((sum, one) => sum + assetNosOf(one).length, 0),
        revocations: {
          orders: revocations.length,
          assets: revocations.reduce((sum, { assets }) => sum + assets, 0),
          fromAllOrders: fromAllOrders.length,
          first: [...fromAllOrders, ...fromOneOrder].slice(0, maxLines),
        },
      }
    }
    default:
      return { kind: 'rows', action, operatorIdentity, rows: rows.length, enterprises }
  }
}

/** What the lists are asked about who is affected, or null if the change takes no one’s locks or access. */
const affectedRequestOf = ({ operation, rows }: Intent): AffectedRequest | null => {
  const action = actionOf(operation)
  const employees = (affected: readonly JournalRow[]) =>
    affected.map(({ enterpriseGlobalId, memberGlobalId }) => ({
      enterpriseGlobalId: enterpriseGlobalId ?? '',
      memberGlobalId: memberGlobalId ?? '',
    }))
  const locks = (assetNumsOf: (row: JournalRow) => readonly string[]) =>
    rows.flatMap((row) =>
      assetNumsOf(row).map((assetNum) => ({ assetNum, enterpriseGlobalId: row.enterpriseGlobalId })),
    )
  switch (action) {
    case 'disable':
      return { action, locks: locks(({ key }) => [key]), employees: [] }
    case 'delete-employee':
      return { action, locks: [], employees: employees(rows) }
    case 'lend':
      return {
        action,
        locks: locks(({ request }) => loan.parse(request).assets.flatMap((asset) => asset?.assetNum ?? [])),
        employees: employees(rows),
      }
    case 'assign': {
      const withdrawn = ({ request }: JournalRow) => assignment.parse(request).deleteAssets
      const losing = rows.filter((row) => withdrawn(row).length > 0)
      return losing.length === 0
        ? null
        : { action: 'withdraw', locks: locks(withdrawn), employees: employees(losing) }
    }
    default:
      return null
  }
}

/** The confirmation of a job, derived only from what will be sent. */
export const impactOf = (
  intent: Intent,
  /** The name from the platform's employee list, or null if not read or not listed. */
  nameOf: (enterpriseGlobalId: string, memberGlobalId: string) => string | null,
  affected?: ReadAffected,
): Impact => {
  const request = affectedRequestOf(intent)
  return {
    action: actionOf(intent.operation),
    operatorIdentity: intent.operatorIdentity,
    itemCount: itemCountOf(intent),
    confirmationOf: (recent: number) => confirmationOf(intent, nameOf, recent),
    isAlwaysConfirmed: isAlwaysConfirmed(intent),
    affected: request === null || affected === undefined ? undefined : () => affected(request),
  }
}
