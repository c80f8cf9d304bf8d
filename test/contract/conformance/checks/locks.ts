import { changing } from '../check'
import type { Check } from '../check'
import type { CheckContext } from '../session'
import { ensure, same, sameFields, sameSet } from '../failure'
import type { AssetRecord } from '../world'
import { limitEnd, limitStart, unique } from '../world'

const choices = 'docs/licensing-service.md, “Order module”'
const window = { limitStartDate: limitStart, limitEndDate: limitEnd }

/** License types with their status by section 4.1, rule 9: 1 or 4. */
const wishes = [
  { licenseType: 'normal_recover_usbkey', status: 1 },
  { licenseType: 'normal_recover_lan_usbkey', status: 1 },
  { licenseType: 'normal_unrecover_usbkey', status: 4 },
  { licenseType: 'identity_usbkey', status: 4 },
  { licenseType: 'softkey', status: 4 },
  { licenseType: 'lk_auth_usbkey', status: 4 },
] as const
/** A lock whose order set a limit window counts as a large-customer lock (docs/licensing-service.md). */
const largeCustomer = [
  { licenseType: 'normal_unrecover_usbkey', more: window },
  { licenseType: 'identity_lan_usbkey', more: { limitEndDate: limitEnd } },
  { licenseType: 'normal_unrecover_lan_usbkey', more: { limitStartDate: limitStart } },
]

const operatorIdentity = '13800001111'

type LockOperation = 'order.lockAssets' | 'order.unlockAssets'

const withoutState = ({ locked: _locked, updateTime: _updateTime, ...rest }: AssetRecord) => rest

const lockChecks = (id: LockOperation): Check[] => {
  const locks = id === 'order.lockAssets'
  const word = locks ? 'disabled' : 'enabled'
  /** Assets in the opposite state, so that the operation changes them. */
  const prepared = async (
    { world, session }: CheckContext,
    allocated: Parameters<typeof world.assets>[1],
  ) => {
    const own = await world.enterprise()
    const assets = await world.assets(own, allocated)
    if (!locks) {
      const assetNums = assets.map(({ assetNum }) => assetNum)
      await session.plain.succeed('order.lockAssets', { body: { assetNums, operatorIdentity } })
    }
    return { own, assets }
  }
  const ask = ({ caller }: CheckContext, assetNums: readonly string[]) =>
    caller.succeed(id, { body: { assetNums, operatorIdentity } })

  return changing(
    id,
    [
      'effect',
      'document',
      'section 4.1, rule 9',
      `re-issuable locks are ${word}; other types are status 4, unknown numbers 2`,
      async (turn) => {
        const { own, assets } = await prepared(turn, wishes)
        const before = await turn.world.listAssets(own)
        const unknown = unique('CT-none-')
        const requestedNumbers = [unknown, ...assets.map(({ assetNum }) => assetNum).toReversed()]
        const results = await ask(turn, requestedNumbers)
        const statuses = new Map(results.map(({ assetNum, status }) => [assetNum, status]))
        same(results.length, requestedNumbers.length, 'the number of results')
        same(statuses.get(unknown), 2, 'the status of an unknown number')
        const after = new Map((await turn.world.listAssets(own)).map((asset) => [asset.id, asset]))
        for (const [index, { assetNum, id: assetId }] of assets.entries()) {
          const { licenseType, status } = wishes[index] ?? wishes[0]
          same(statuses.get(assetNum), status, `the status of ${licenseType}`)
          const was = before.find((one) => one.id === assetId)
          same(after.get(assetId)?.locked, status === 1 ? locks : was?.locked, `locked of ${licenseType}`)
        }
      },
    ],
    [
      'answer',
      'service',
      choices,
      'returns one result per number, in the requested order',
      async (turn) => {
        const { assets } = await prepared(turn, [{}, {}, {}])
        const [one, two, three] = assets.map(({ assetNum }) => assetNum)
        const requestedNumbers = [three ?? '', 'CT-none', one ?? '', two ?? '', one ?? '']
        const results = await ask(turn, requestedNumbers)
        same(
          results.map(({ assetNum }) => assetNum),
          requestedNumbers,
          'the numbers',
        )
        same(
          results.map(({ status }) => status),
          [1, 2, 1, 1, 1],
          'the statuses',
        )
      },
    ],
    [
      'effect',
      'service',
      choices,
      `a lock whose order set a limit window is ${word}, too`,
      async (turn) => {
        const { own, assets } = await prepared(turn, largeCustomer)
        const before = await turn.world.listAssets(own)
        const results = await ask(
          turn,
          assets.map(({ assetNum }) => assetNum),
        )
        same(
          results.map(({ status }) => status),
          [1, 1, 1],
          'the statuses',
        )
        for (const { id: assetId, locked, updateTime } of await turn.world.listAssets(own)) {
          same(locked, locks, 'locked')
          const was = before.find((one) => one.id === assetId)
          ensure(updateTime > (was?.updateTime ?? 0), 'updateTime did not change')
        }
      },
    ],
    [
      'others',
      'document',
      'section 4.1, operations 6 and 7',
      'changes nothing else of the enterprise, and no lock of another one',
      async (turn) => {
        const { own, assets } = await prepared(turn, [{}, {}, { more: { borrowedUsbKey: true } }])
        const stranger = await prepared(turn, [{}, {}])
        const [target] = assets
        ensure(target !== undefined, 'nothing was created')
        const before = await turn.world.listAssets(own)
        const theirs = await turn.world.snapshot(stranger.own)
        same(await ask(turn, [target.assetNum]), [{ assetNum: target.assetNum, status: 1 }], 'the answer')
        const after = await turn.world.listAssets(own)
        sameSet(
          after.map(({ id: assetId }) => assetId),
          before.map(({ id: assetId }) => assetId),
          'the assets',
        )
        for (const asset of after) {
          const was = before.find((one) => one.id === asset.id)
          ensure(was !== undefined, 'an asset is new')
          if (asset.id !== target.id) same(asset, was, `the unrelated asset ${asset.assetNum}`)
          else sameFields(asset, withoutState(was), 'the lock')
        }
        same(await turn.world.snapshot(stranger.own), theirs, 'the data of another enterprise')
      },
    ],
    [
      'repeats',
      'service',
      choices,
      'an unchanged state is status 1 and stays',
      async (turn) => {
        const { own, assets } = await prepared(turn, [{}])
        const numbers = assets.map(({ assetNum }) => assetNum)
        await ask(turn, numbers)
        same(
          (await ask(turn, numbers)).map(({ status }) => status),
          [1],
          'the second status',
        )
        same(
          (await turn.world.listAssets(own)).map(({ locked }) => locked),
          [locks],
          'locked',
        )
      },
    ],
    [
      'effect',
      'service',
      choices,
      'accepts the full asset number only, not its digits',
      async (turn) => {
        const { own, assets } = await prepared(turn, [{}])
        const [asset] = assets
        same(
          (await ask(turn, [asset?.keyShellNumber ?? ''])).map(({ status }) => status),
          [2],
          'the status of the digits',
        )
        same(
          (await turn.world.listAssets(own)).map(({ locked }) => locked),
          [!locks],
          'locked',
        )
      },
    ],
    [
      'refusals',
      'service',
      choices,
      'an empty list or a missing operator is refused (13004), and nothing changes',
      async (turn) => {
        const { own, assets } = await prepared(turn, [{}])
        const assetNums = assets.map(({ assetNum }) => assetNum)
        const wrong = [
          { assetNums: [], operatorIdentity },
          { operatorIdentity },
          { assetNums },
          { assetNums, operatorIdentity: '' },
        ]
        for (const body of wrong) await turn.caller.refused(id, '13004', { body }, JSON.stringify(body))
        same(
          (await turn.world.listAssets(own)).map(({ locked }) => locked),
          [!locks],
          'locked',
        )
      },
    ],
  )
}

const numbers: Check[] = changing(
  'order.allocateShellNumbers',
  [
    'effect',
    'document',
    'sections 2.1 and 8',
    'returns as many as requested: ten digits, the first 8 or 6, counting up',
    async ({ caller }) => {
      for (const size of [1, 7]) {
        const allocated = await caller.succeed('order.allocateShellNumbers', { body: { size } })
        same(allocated.length, size, 'the number of numbers')
        for (const number of allocated)
          ensure(/^[86]\d{9}$/.test(number), `“${number}” is not a shell number`)
        same(allocated.toSorted(), allocated, 'the numbers in order')
        same(new Set(allocated).size, size, 'the number of different numbers')
      }
    },
  ],
  [
    'repeats',
    'service',
    choices,
    'returns no number twice, and later ones are higher',
    async ({ caller }) => {
      const ask = (size: number) => caller.succeed('order.allocateShellNumbers', { body: { size } })
      const first = await ask(5)
      const [, second] = await Promise.all([ask(1), ask(5)])
      const all = [...first, ...second]
      same(new Set(all).size, all.length, 'the number of different numbers')
      ensure((second[0] ?? '') > (first.at(-1) ?? ''), 'a later number is lower')
    },
  ],
  [
    'answer',
    'service',
    choices,
    'the region marker is 8',
    async ({ caller }) => {
      for (const number of await caller.succeed('order.allocateShellNumbers', { body: { size: 2 } })) {
        same(number[0], '8', 'the first digit')
      }
    },
  ],
  [
    'refusals',
    'service',
    choices,
    '1 to 1000 a call (13004)',
    async ({ caller }) => {
      const most = await caller.succeed('order.allocateShellNumbers', { body: { size: 1000 } })
      same(most.length, 1000, 'the number of numbers')
      for (const size of [0, -1, 1001, undefined, 1.5, 'x']) {
        const { message } = await caller.refused(
          'order.allocateShellNumbers',
          '13004',
          { body: { size } },
          `size ${String(size)}`,
        )
        ensure(message.includes('size'), `the message “${message}” does not name size`)
      }
    },
  ],
  [
    'effect',
    'service',
    choices,
    'an allocated number is not the number of any existing asset',
    async ({ caller, world }) => {
      const own = await world.enterprise()
      const [allocated] = await caller.succeed('order.allocateShellNumbers', { body: { size: 1 } })
      const order = world.orderFor(own, 1, undefined)
      await caller.succeed('order.batchOrder', { body: world.batchOf([order]) })
      const [asset] = await world.listAssets(own)
      ensure(asset !== undefined && asset.keyShellNumber !== allocated, 'the number was returned twice')
    },
  ],
)

export const lockAndNumberChecks: readonly Check[] = [
  ...lockChecks('order.lockAssets'),
  ...lockChecks('order.unlockAssets'),
  ...numbers,
]
