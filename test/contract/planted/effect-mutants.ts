import { operations } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import { newNonce } from '../conformance/caller'
import type { Call, Transport } from '../conformance/call'
import { unique } from '../conformance/world'
import type { Mutant, Sample } from './mutant'
import { inCalls, isRefusal, isSuccess } from './mutant'
import { changeAt, valuesAt, wayText } from './places'
import type { Way } from './places'

/** What a parameter identifies. Values of the same kind can replace each other. */
type Kind = 'enterprise' | 'member' | 'assetNum' | 'assetId' | 'borrowedLock' | 'customer'

/** Where calls identify their target: `path`, `query` or `body`, and the path from there. */
const targets: Readonly<Partial<Record<OperationId, readonly (readonly [Kind, Way])[]>>> = {
  'order.queryCustomers': [['customer', ['query', 'channelCustomerId']]],
  'order.batchOrder': [['enterprise', ['body', 'orderList', '[]', 'enterpriseGlobalId']]],
  'order.lockAssets': [['assetNum', ['body', 'assetNums', '[]']]],
  'order.unlockAssets': [['assetNum', ['body', 'assetNums', '[]']]],
  'order.listAssets': [['enterprise', ['path', 'enterpriseGlobalId']]],
  'member.addEmployees': [['enterprise', ['path', 'enterpriseGlobalId']]],
  'member.editEmployee': [['member', ['path', 'memberGlobalId']]],
  'member.resetPassword': [['member', ['path', 'memberGlobalId']]],
  'member.deleteEmployee': [['member', ['path', 'memberGlobalId']]],
  'member.listEmployees': [['enterprise', ['path', 'enterpriseGlobalId']]],
  'member.listAssetNumbers': [['enterprise', ['path', 'enterpriseGlobalId']]],
  'member.listAssetProducts': [['assetId', ['path', 'assetId']]],
  'member.listBorrowedLocks': [['enterprise', ['path', 'enterpriseGlobalId']]],
  'member.assignAssets': [
    ['member', ['path', 'memberGlobalId']],
    ['assetNum', ['body', 'addAssets', '[]']],
    ['assetNum', ['body', 'deleteAssets', '[]']],
  ],
  'member.lendAssets': [
    ['member', ['path', 'memberGlobalId']],
    ['borrowedLock', ['body', 'borrowedUsbKey']],
    ['assetId', ['body', 'assetIDs', '[]']],
  ],
}

/** Collects the IDs seen in the traffic of a run, newest last. */
export const createSeenIds = () => {
  const seen: Record<Kind, string[]> = {
    enterprise: [],
    member: [],
    assetNum: [],
    assetId: [],
    borrowedLock: [],
    customer: [],
  }
  const note = (kind: Kind, values: readonly unknown[]) => {
    for (const value of values)
      if (typeof value === 'string' && !seen[kind].includes(value)) seen[kind].push(value)
  }
  const watch =
    (forward: Transport): Transport =>
    async (call) => {
      const answer = await forward(call)
      const data = answer.json?.data
      note('enterprise', valuesAt(data, ['enterpriseGlobalId']))
      note('customer', valuesAt(data, ['channelCustomerId']))
      note('member', valuesAt(data, ['list', '[]', 'globalId']))
      if (call.id === 'order.listAssets' && Array.isArray(data)) {
        for (const row of data as { id: string; assetNum: string; borrowedUsbKey: boolean }[]) {
          note('assetId', [row.id])
          note(row.borrowedUsbKey ? 'borrowedLock' : 'assetNum', [row.assetNum])
        }
      }
      return answer
    }
  /** The nearest other value of that kind; the value itself if there is none. */
  const another = (kind: Kind, value: unknown): unknown => {
    const all = seen[kind]
    const at = typeof value === 'string' ? all.indexOf(value) : -1
    return at < 0 ? value : (all[at + 1] ?? all[at - 1] ?? value)
  }
  return { watch, another }
}
export type SeenIds = ReturnType<typeof createSeenIds>

const renewed = (call: Call): Call => ({ ...call, query: { ...call.query, g_nonce: newNonce() } })

/** Applied to another target, or to an additional one. */
const targetMutants = ({ operation }: Sample, { another }: SeenIds): Mutant[] =>
  (targets[operation] ?? []).flatMap(([kind, way]) => {
    const where = wayText(way)
    const elsewhere = (call: Call): Call => changeAt(call, way, (found) => another(kind, found)) as Call
    const isRead = !operations[operation].changesState
    const redirect: Mutant = {
      operation,
      kind: isRead ? 'another’s data' : 'applied to another target',
      where,
      plant: inCalls(elsewhere),
    }
    const besides: Mutant = {
      operation,
      kind: 'applied to an additional target',
      where,
      plant: (forward, fires) => async (call) => {
        const answer = await forward(call)
        const other = elsewhere(call)
        if (isSuccess(answer) && other !== call) {
          // Does not count if the service refused the second call.
          if (isSuccess(await forward(renewed(withNewKeys(operation, other))))) fires()
        }
        return answer
      },
    }
    return isRead ? [redirect] : [redirect, besides]
  })

/** The fields that make a call different for the service, by operation. */
const naturalKeys: Readonly<Partial<Record<OperationId, readonly Way[]>>> = {
  'order.bindCustomer': [['body', 'channelCustomerId']],
  'order.batchOrder': [
    ['body', 'channelOrderId'],
    ['body', 'orderList', '[]', 'assets', '[]', 'assetNos', '[]'],
  ],
  'member.addEmployees': [['body', 'userList', '[]', 'userName']],
}

const withNewKeys = (operation: OperationId, call: Call): Call =>
  (naturalKeys[operation] ?? []).reduce<Call>(
    (changed, way) =>
      changeAt(changed, way, (found) =>
        typeof found === 'string' ? found + unique('9').slice(0, 6) : found,
      ) as Call,
    call,
  )

/** Applied twice, the second time with its own key, so that it is not taken for a repetition. */
const doubleMutants = ({ operation }: Sample): Mutant[] => {
  if (naturalKeys[operation] === undefined) return []
  return [
    {
      operation,
      kind: 'done twice',
      where: 'the whole call',
      plant: (forward, fires) => async (call) => {
        const answer = await forward(call)
        if (isSuccess(answer) && call.body !== undefined) {
          fires()
          await forward(renewed(withNewKeys(operation, call)))
        }
        return answer
      },
    },
  ]
}

const lists: Readonly<Partial<Record<OperationId, readonly Way[]>>> = {
  'order.batchOrder': [['body', 'orderList']],
  'member.addEmployees': [['body', 'userList']],
  'member.assignAssets': [
    ['body', 'addAssets'],
    ['body', 'deleteAssets'],
  ],
  'member.lendAssets': [['body', 'assetIDs']],
}

/** A refused call that was partly carried out. */
const partMutants = ({ operation }: Sample): Mutant[] =>
  (lists[operation] ?? []).map((way) => ({
    operation,
    kind: 'partly done though refused',
    where: wayText(way),
    plant: (forward, fires) => async (call) => {
      const answer = await forward(call)
      const [items] = valuesAt(call, way)
      if (!isRefusal(answer) || answer.json?.code === '60027' || !Array.isArray(items)) return answer
      for (const item of items as unknown[]) {
        const part = withNewKeys(operation, changeAt(call, way, () => [item]) as Call)
        if (isSuccess(await forward(renewed(part)))) fires()
      }
      return answer
    },
  }))

/** Only the first item of a list is carried out, and the response reports all. */
const firstOnlyMutants = ({ operation }: Sample): Mutant[] => {
  if (operation !== 'order.lockAssets' && operation !== 'order.unlockAssets') return []
  return [
    {
      operation,
      kind: 'only the first carried out',
      where: 'body.assetNums',
      plant: (forward, fires) => async (call) => {
        const [numbers] = valuesAt(call, ['body', 'assetNums'])
        if (!Array.isArray(numbers) || numbers.length < 2) return forward(call)
        fires()
        const opposite = operation === 'order.lockAssets' ? 'order.unlockAssets' : 'order.lockAssets'
        const answer = await forward(call)
        const undo = changeAt(call, ['body', 'assetNums'], () => (numbers as unknown[]).slice(1)) as Call
        await forward(renewed({ ...undo, id: opposite }))
        return answer
      },
    },
  ]
}

export const effectMutants = (sample: Sample, seenIds: SeenIds): Mutant[] => [
  ...targetMutants(sample, seenIds),
  ...doubleMutants(sample),
  ...partMutants(sample),
  ...firstOnlyMutants(sample),
]
