import { changing } from '../check'
import type { Check } from '../check'
import type { CheckContext } from '../session'
import { ensure, same, sameFields, sameSet } from '../failure'
import { aProduct } from '../world'
import type { EmployeeRecord } from '../world'

const choices = 'docs/licensing-service.md, “Member center”'
const codes = 'section 7'

/** An enterprise with four assets and two employees; each employee has one asset assigned. */
const office = async ({ world }: CheckContext) => {
  const own = await world.enterprise()
  const [held, theirs, free, another] = await world.assets(own, [{}, {}, {}, {}])
  const [member, colleague] = await world.employees(own, 2)
  ensure(
    held !== undefined && theirs !== undefined && free !== undefined && another !== undefined,
    'nothing was created',
  )
  ensure(member !== undefined && colleague !== undefined, 'no employee was created')
  await world.assign(member, [held.assetNum])
  await world.assign(colleague, [theirs.assetNum])
  return { own, held, theirs, free, another, member, colleague }
}

const request = (
  member: { readonly globalId: string },
  addAssets?: readonly string[],
  deleteAssets?: readonly string[],
) => ({
  path: { memberGlobalId: member.globalId },
  body: { ...(deleteAssets && { deleteAssets }), ...(addAssets && { addAssets }) },
})

type Office = Awaited<ReturnType<typeof office>>

/** Checks the assignment in the three lists that show it. */
const ensureHolders = async (
  { world }: CheckContext,
  { own, member, colleague }: Office,
  wanted: Readonly<Record<string, EmployeeRecord | null>>,
): Promise<void> => {
  const { assets, numbers, employees } = await world.snapshot(own)
  for (const { assetNum, cloudAccountGlobalId } of numbers) {
    same(cloudAccountGlobalId, wanted[assetNum]?.globalId ?? null, `the employee of ${assetNum}`)
  }
  for (const { assetNum, assignStatus } of assets) {
    same(assignStatus?.assignMemberId, wanted[assetNum]?.globalId ?? null, `assignMemberId of ${assetNum}`)
    same(
      assignStatus?.createTime != null,
      wanted[assetNum] != null,
      `whether ${assetNum} has an assignment time`,
    )
  }
  for (const person of [member, colleague]) {
    const row = employees.find(({ globalId }) => globalId === person.globalId)
    const theirs = Object.keys(wanted).filter((number) => wanted[number]?.globalId === person.globalId)
    sameSet(row?.assetNums ?? [], theirs, `assetNums of ${person.userName}`)
  }
}

const assigning: Check[] = changing(
  'member.assignAssets',
  [
    'effect',
    'document',
    'section 4.2, rule 6',
    'added assets are assigned and withdrawn ones unassigned in one request',
    async (turn) => {
      const there = await office(turn)
      const { held, theirs, free, another, member, colleague } = there
      await turn.caller.succeed(
        'member.assignAssets',
        request(member, [free.assetNum, another.assetNum], [held.assetNum]),
      )
      await ensureHolders(turn, there, {
        [held.assetNum]: null,
        [theirs.assetNum]: colleague,
        [free.assetNum]: member,
        [another.assetNum]: member,
      })
    },
  ],
  [
    'effect',
    'document',
    'section 4.2, rule 6',
    'accepts only added or only withdrawn assets, with the other list missing or empty',
    async (turn) => {
      const there = await office(turn)
      const { held, theirs, free, another, member, colleague } = there
      await turn.caller.succeed('member.assignAssets', request(member, [free.assetNum]))
      await turn.caller.succeed('member.assignAssets', request(member, [], [held.assetNum]))
      const wanted = {
        [held.assetNum]: null,
        [theirs.assetNum]: colleague,
        [free.assetNum]: member,
        [another.assetNum]: null,
      }
      await ensureHolders(turn, there, wanted)
    },
  ],
  [
    'others',
    'document',
    'section 4.2, operation 9',
    'changes no other asset or employee',
    async (turn) => {
      const { own, held, free, member } = await office(turn)
      const stranger = await turn.world.enterprise()
      await turn.world.assets(stranger, [{}])
      const theirs = await turn.world.snapshot(stranger)
      const before = await turn.world.snapshot(own)
      await turn.caller.succeed('member.assignAssets', request(member, [free.assetNum], [held.assetNum]))
      const after = await turn.world.snapshot(own)
      const untouched = ({ assets, numbers, employees }: typeof before) => ({
        assets: assets.filter(({ id }) => id !== held.id && id !== free.id),
        numbers: numbers.filter(({ assetId }) => assetId !== held.id && assetId !== free.id),
        employees: employees.filter(({ globalId }) => globalId !== member.globalId),
      })
      same(untouched(after), untouched(before), 'the rest of the enterprise')
      for (const { id } of [held, free]) {
        const [was, is] = [before, after].map(({ assets }) => assets.find((asset) => asset.id === id))
        const { assignStatus: _assignStatus, updateTime: _updateTime, ...rest } = was ?? {}
        sameFields(is ?? {}, rest, 'an asset that changed its employee')
      }
      same(await turn.world.snapshot(stranger), theirs, 'the data of another enterprise')
    },
  ],
  [
    'repeats',
    'service',
    choices,
    'assigning assets again changes nothing',
    async (turn) => {
      const { own, held, member } = await office(turn)
      const before = await turn.world.snapshot(own)
      await turn.caller.succeed('member.assignAssets', request(member, [held.assetNum]))
      same(await turn.world.snapshot(own), before, 'the enterprise')
    },
  ],
  [
    'refusals',
    'document',
    codes,
    'unknown employee 60026, unknown asset 60024, another enterprise’s asset 60025; all or nothing',
    async (turn) => {
      const { own, held, free, member } = await office(turn)
      const stranger = await turn.world.enterprise()
      const [foreign] = await turn.world.assets(stranger, [{}])
      const before = [await turn.world.snapshot(own), await turn.world.snapshot(stranger)]
      const wrong = [
        ['60026', request({ globalId: '999999999999' }, [free.assetNum])],
        ['60024', request(member, [free.assetNum, 'CT-none'])],
        ['60024', request(member, [free.assetNum], [held.assetNum, 'CT-none'])],
        ['60025', request(member, [free.assetNum, foreign?.assetNum ?? ''], [held.assetNum])],
      ] as const
      for (const [code, refused] of wrong) {
        await turn.caller.refused('member.assignAssets', code, refused, JSON.stringify(refused.body))
        same(
          [await turn.world.snapshot(own), await turn.world.snapshot(stranger)],
          before,
          `the state after ${code}`,
        )
      }
    },
  ],
  [
    'refusals',
    'service',
    choices,
    'a number twice in a call, or held by another employee, is 60028; all or nothing',
    async (turn) => {
      const { own, held, theirs, free, member } = await office(turn)
      const before = await turn.world.snapshot(own)
      const wrong = [
        request(member, [free.assetNum, free.assetNum]),
        request(member, [free.assetNum], [free.assetNum]),
        request(member, [free.assetNum, theirs.assetNum], [held.assetNum]),
      ]
      for (const refused of wrong) {
        await turn.caller.refused('member.assignAssets', '60028', refused, JSON.stringify(refused.body))
        same(await turn.world.snapshot(own), before, 'the state after 60028')
      }
    },
  ],
)

/** An enterprise with two borrowed locks and an employee with three assets, one of which cannot be lent. */
const counter = async ({ world }: CheckContext) => {
  const own = await world.enterprise()
  const borrowed = { more: { borrowedUsbKey: true } }
  const package_ = {
    merchandiseNum: 'PK',
    merchandiseName: '包',
    children: [],
    licenseOrderProductList: [aProduct({ productUri: 'in-package', gmsPid: 'in-package' })],
  }
  const [asset, second, spent, lock, spare, free] = await world.assets(own, [
    { more: { merchandises: [package_] } },
    { products: [aProduct({ productUri: 'second', gmsPid: 'second' })] },
    { products: [aProduct({ limitConcurrent: 0 })] },
    borrowed,
    borrowed,
    {},
  ])
  const [member, colleague] = await world.employees(own, 2)
  ensure(asset !== undefined && second !== undefined && spent !== undefined, 'nothing was created')
  ensure(lock !== undefined && spare !== undefined && free !== undefined, 'nothing was created')
  ensure(member !== undefined && colleague !== undefined, 'no employee was created')
  await world.assign(member, [asset.assetNum, second.assetNum, spent.assetNum])
  return { own, asset, second, spent, lock, spare, free, member, colleague }
}

const lending = (
  member: { readonly globalId: string },
  borrowedUsbKey: string | undefined,
  assetIDs: readonly string[] | undefined,
) => ({
  path: { memberGlobalId: member.globalId },
  body: { borrowedUsbKey, assetIDs },
})

const lend: Check[] = changing(
  'member.lendAssets',
  [
    'effect',
    'document',
    'section 4.2, rule 7',
    'moves the products with their packages onto the borrowed lock',
    async (turn) => {
      const { asset, second, spent, lock, spare, member } = await counter(turn)
      const before = await turn.world.products(asset)
      await turn.caller.succeed('member.lendAssets', lending(member, lock.assetNum, [asset.id, second.id]))
      const under = await turn.world.products(lock)
      const uris = (under.productInstanceList ?? []).map(({ productUri }) => productUri)
      sameSet(uris, ['gms-conformance', 'second', 'gms-conformance'], 'the products under the lock')
      const [pack, more] = under.children ?? []
      same([pack?.id, more], [before.children?.[0]?.id, undefined], 'the packages under the lock')
      same(
        pack?.productInstanceList?.map(({ productUri }) => productUri),
        ['in-package'],
        'the products in the package',
      )
      for (const { productInstanceList, children } of [
        await turn.world.products(asset),
        await turn.world.products(second),
      ]) {
        same([productInstanceList, children], [[], []], 'the products of a lent asset')
      }
      same(
        (await turn.world.products(spent)).productInstanceList?.length,
        1,
        'the products of an asset that was not lent',
      )
      same(
        (await turn.world.products(spare)).productInstanceList?.length,
        1,
        'the products of the other lock',
      )
    },
  ],
  [
    'effect',
    'service',
    choices,
    'the asset is lent, the lock names the employee, the employee’s borrowNum is the lock',
    async (turn) => {
      const { own, asset, second, spent, lock, spare, free, member, colleague } = await counter(turn)
      await turn.caller.succeed('member.lendAssets', lending(member, lock.assetNum, [asset.id]))
      const { numbers, locks, employees } = await turn.world.snapshot(own)
      const lent = new Map(numbers.map(({ assetId, borrowedFlag }) => [assetId, borrowedFlag]))
      same(
        [asset, second, spent, spare, free].map(({ id }) => lent.get(id)),
        [true, false, false, false, false],
        'borrowedFlag',
      )
      const holders = new Map(
        numbers.map(({ assetId, cloudAccountGlobalId }) => [assetId, cloudAccountGlobalId]),
      )
      same(
        [asset, second, free].map(({ id }) => holders.get(id)),
        [member.globalId, member.globalId, null],
        'the employees of the assets',
      )
      const state = new Map(
        locks.map(({ assetId, borrowedFlag, cloudAccountGlobalId }) => [
          assetId,
          [borrowedFlag, cloudAccountGlobalId],
        ]),
      )
      same(
        [state.get(lock.id), state.get(spare.id)],
        [
          [true, member.globalId],
          [false, null],
        ],
        'the locks',
      )
      const borrowNum = new Map(employees.map((one) => [one.globalId, one.borrowNum]))
      same(
        [borrowNum.get(member.globalId), borrowNum.get(colleague.globalId)],
        [lock.assetNum, null],
        'borrowNum',
      )
    },
  ],
  [
    'others',
    'document',
    'section 4.2, operation 10',
    'changes no other asset, employee or enterprise',
    async (turn) => {
      const { own, asset, lock, member } = await counter(turn)
      const stranger = await turn.world.enterprise()
      await turn.world.assets(stranger, [{ more: { borrowedUsbKey: true } }])
      const theirs = await turn.world.snapshot(stranger)
      const before = await turn.world.snapshot(own)
      await turn.caller.succeed('member.lendAssets', lending(member, lock.assetNum, [asset.id]))
      const after = await turn.world.snapshot(own)
      const rest = ({ assets, numbers, locks, employees }: typeof before) => ({
        assets: assets.filter(({ id }) => id !== asset.id && id !== lock.id),
        numbers: numbers.filter(({ assetId }) => assetId !== asset.id && assetId !== lock.id),
        locks: locks.filter(({ assetId }) => assetId !== lock.id),
        employees: employees.filter(({ globalId }) => globalId !== member.globalId),
      })
      same(rest(after), rest(before), 'the rest of the enterprise')
      for (const { id } of [asset, lock]) {
        const [was, is] = [before, after].map(({ assets }) => assets.find((one) => one.id === id))
        const { updateTime: _updateTime, ...fields } = was ?? {}
        sameFields(is ?? {}, fields, 'the asset in the list')
      }
      same(await turn.world.snapshot(stranger), theirs, 'the data of another enterprise')
    },
  ],
  [
    'effect',
    'service',
    choices,
    'more assets of the employee can follow onto the same lock',
    async (turn) => {
      const { own, asset, second, lock, member } = await counter(turn)
      await turn.caller.succeed('member.lendAssets', lending(member, lock.assetNum, [asset.id]))
      await turn.caller.succeed('member.lendAssets', lending(member, lock.assetNum, [second.id]))
      const { numbers } = await turn.world.snapshot(own)
      const lent = new Map(numbers.map(({ assetId, borrowedFlag }) => [assetId, borrowedFlag]))
      same([lent.get(asset.id), lent.get(second.id)], [true, true], 'borrowedFlag')
    },
  ],
  [
    'refusals',
    'document',
    codes,
    'a missing lock or asset list is refused (40000), an unknown employee 60026',
    async (turn) => {
      const { own, asset, lock, member } = await counter(turn)
      const before = await turn.world.snapshot(own)
      const wrong = [
        ['40000', lending(member, undefined, [asset.id])],
        ['40000', lending(member, '', [asset.id])],
        ['40000', lending(member, lock.assetNum, undefined)],
        ['40000', lending(member, lock.assetNum, [])],
        ['60026', lending({ globalId: '999999999999' }, lock.assetNum, [asset.id])],
      ] as const
      for (const [code, refused] of wrong) {
        await turn.caller.refused('member.lendAssets', code, refused, JSON.stringify(refused.body))
      }
      same(await turn.world.snapshot(own), before, 'the enterprise')
    },
  ],
  [
    'refusals',
    'document',
    codes,
    'an unknown lock, an ordinary or a disabled one is 33008',
    async (turn) => {
      const { own, asset, free, lock, member } = await counter(turn)
      const body = { assetNums: [lock.assetNum], operatorIdentity: 'x' }
      await turn.session.plain.succeed('order.lockAssets', { body })
      const before = await turn.world.snapshot(own)
      for (const number of ['CT-none', free.assetNum, lock.assetNum]) {
        await turn.caller.refused(
          'member.lendAssets',
          '33008',
          lending(member, number, [asset.id]),
          `the lock ${number}`,
        )
      }
      same(await turn.world.snapshot(own), before, 'the enterprise')
    },
  ],
  [
    'refusals',
    'document',
    codes,
    'a lock lent to another employee is 33018, an asset on another lock 33007',
    async (turn) => {
      const { own, asset, second, free, lock, spare, member, colleague } = await counter(turn)
      await turn.world.assign(colleague, [free.assetNum])
      await turn.world.lend(member, lock, [asset])
      const before = await turn.world.snapshot(own)
      await turn.caller.refused('member.lendAssets', '33018', lending(colleague, lock.assetNum, [free.id]))
      await turn.caller.refused(
        'member.lendAssets',
        '33007',
        lending(member, spare.assetNum, [second.id, asset.id]),
      )
      same(await turn.world.snapshot(own), before, 'the enterprise')
      same(
        (await turn.world.products(second)).productInstanceList?.length,
        1,
        'the products of another asset',
      )
    },
  ],
  [
    'refusals',
    'document',
    codes,
    'an asset that is not the employee’s is 33003, one without nodes 33006; all or nothing',
    async (turn) => {
      const { own, asset, spent, free, lock, member } = await counter(turn)
      const stranger = await turn.world.enterprise()
      const [foreign] = await turn.world.assets(stranger, [{}])
      const before = await turn.world.snapshot(own)
      for (const id of [free.id, foreign?.id ?? '', '999999999999']) {
        await turn.caller.refused(
          'member.lendAssets',
          '33003',
          lending(member, lock.assetNum, [asset.id, id]),
          `the asset ${id}`,
        )
      }
      await turn.caller.refused(
        'member.lendAssets',
        '33006',
        lending(member, lock.assetNum, [asset.id, spent.id]),
      )
      same(await turn.world.snapshot(own), before, 'the enterprise')
      same((await turn.world.products(asset)).productInstanceList?.length, 1, 'the products of another asset')
    },
  ],
)

export const assignmentChecks: readonly Check[] = [...assigning, ...lend]
