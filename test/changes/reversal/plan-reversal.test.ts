import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LockRecord } from '../../../src-shared/model/locks/lock-record'
import { planReversal } from '../../../src-main/changes/reversal/plan-reversal'
import type { CurrentLists, ListedEmployee } from '../../../src-main/changes/reversal/plan-reversal'
import { createJournalIndex } from '../../../src-main/journal/journal-index'
import type { Intent, Json, JournalRow } from '../../../src-main/journal/record'

// The model: what the platform holds. Jobs change it and write the journal, as the app does; others change it
// without the journal.

type Fields = Omit<ListedEmployee, 'deleted' | 'userName'>
interface Platform {
  locked: Map<string, boolean>
  holder: Map<string, string | null>
  fields: Map<string, Fields>
}
const assets = ['A0', 'A1', 'A2', 'A3']
const people = ['M0', 'M1', 'M2']
const fieldsOf = (name: string): Fields => ({
  name,
  departmentId: '7',
  remark: '',
  passwordMobile: '13800001111',
})

const newWorld = () => {
  const platform: Platform = {
    locked: new Map(assets.map((asset) => [asset, false])),
    holder: new Map(assets.map((asset) => [asset, null])),
    fields: new Map(people.map((id) => [id, fieldsOf(`name of ${id}`)])),
  }
  const index = createJournalIndex()
  let n = 0
  let jobs = 0
  const link = () => ({ v: 5 as const, n: (n += 1), at: n * 1000, previous: '0'.repeat(64) })

  const run = (
    operation: Intent['operation'],
    rows: readonly JournalRow[],
    /** @returns whether the platform carried it out */
    apply: (row: JournalRow) => boolean,
    fails: ReadonlySet<number> = new Set(),
  ): string => {
    const job = `J${(jobs += 1)}`
    const intent: Intent = {
      operation,
      operatorIdentity: 'Li Wei',
      environment: 'p',
      training: false,
      chunkSize: 10,
      retryOf: null,
      rows: [...rows],
    }
    index.apply({ ...link(), kind: 'job', job, intent })
    index.apply({ ...link(), kind: 'sent', job, rows: rows.map((_, at) => at) })
    const ends = rows.map((journaled, row) => ({
      row,
      state: !fails.has(row) && apply(journaled) ? ('done' as const) : ('failed' as const),
      reason: null,
    }))
    index.apply({ ...link(), kind: 'ended', job, ends })
    return job
  }
  const rowOf = (key: string, part: Partial<JournalRow> = {}): JournalRow => ({
    key,
    shellNumber: null,
    enterpriseGlobalId: 'E1',
    enterpriseName: null,
    lockedBefore: null,
    memberGlobalId: null,
    memberName: null,
    request: null,
    ...part,
  })
  const setLocks = (keys: readonly string[], locked: boolean, fails?: ReadonlySet<number>) =>
    run(
      locked ? 'order.lockAssets' : 'order.unlockAssets',
      keys.map((key) => rowOf(key, { lockedBefore: platform.locked.get(key) ?? null })),
      ({ key }) => platform.locked.set(key, locked).get(key) === locked,
      fails,
    )
  /** As the app does: a withdrawal, then an assignment. */
  const assign = (moves: readonly { asset: string; to: string | null }[], fails?: ReadonlySet<number>) => {
    const rows = moves.flatMap(({ asset, to }) => {
      const from = platform.holder.get(asset) ?? null
      const rowFor = (member: string, deleteAssets: string[], addAssets: string[]) =>
        rowOf(`${member} ${asset}`, {
          memberGlobalId: member,
          memberName: member,
          request: {
            enterpriseGlobalId: 'E1',
            memberGlobalId: member,
            memberName: member,
            deleteAssets,
            addAssets,
          },
        })
      if (from === to) return []
      return [
        ...(from === null ? [] : [rowFor(from, [asset], [])]),
        ...(to === null ? [] : [rowFor(to, [], [asset])]),
      ]
    })
    if (rows.length === 0) return null
    return run(
      'member.assignAssets',
      rows,
      ({ request, memberGlobalId }) => {
        const { deleteAssets, addAssets } = request as { deleteAssets: string[]; addAssets: string[] }
        // The platform rejects an asset that is assigned.
        if (addAssets.some((asset) => platform.holder.get(asset) !== null)) return false
        for (const asset of deleteAssets) platform.holder.set(asset, null)
        for (const asset of addAssets) platform.holder.set(asset, memberGlobalId)
        return true
      },
      fails,
    )
  }
  /** The list of employees, which was read before any change. */
  const listed = new Map(platform.fields)
  const edit = (id: string, name: string, listedAt: number | null = null) =>
    run(
      'member.editEmployee',
      [
        rowOf(id, {
          memberGlobalId: id,
          memberName: name,
          request: {
            enterpriseGlobalId: 'E1',
            memberGlobalId: id,
            memberName: name,
            userName: id,
            ...fieldsOf(name),
            ...(listedAt === null ? {} : { before: { ...listed.get(id), readAt: listedAt } }),
          } as Json,
        }),
      ],
      () => platform.fields.set(id, fieldsOf(name)).has(id),
    )

  const lists: CurrentLists = {
    record: (assetNum) =>
      platform.locked.has(assetNum)
        ? ({
            assetNum,
            enterpriseGlobalId: 'E1',
            locked: platform.locked.get(assetNum),
            holder:
              platform.holder.get(assetNum) == null
                ? null
                : { memberGlobalId: platform.holder.get(assetNum), name: null },
          } as LockRecord)
        : null,
    employee: (_, id) => {
      const fields = platform.fields.get(id)
      return fields === undefined ? null : { ...fields, userName: id, deleted: false }
    },
  }
  const plan = (jobId: string, entryIds: readonly string[] | null = null) => {
    const job = index.job(jobId)
    if (job === null) throw new Error('no job')
    const planned = planReversal(job, entryIds === null ? null : new Set(entryIds), lists, index)
    if (planned === null) throw new Error('no inverse')
    return planned
  }
  /** Carries out the plan as an ordinary job; returns what it changed. */
  const reverse = (jobId: string): ReadonlySet<string> => {
    const planned = plan(jobId)
    if (planned.action === 'assign') {
      assign(
        planned.moves.map(({ record, to }) => ({ asset: record.assetNum, to: to?.memberGlobalId ?? null })),
      )
      return new Set(planned.moves.map(({ record }) => record.assetNum))
    }
    if (planned.action === 'edit-employee') {
      for (const { memberGlobalId, name } of planned.rows) edit(memberGlobalId, name)
      return new Set(planned.rows.map(({ memberGlobalId }) => memberGlobalId))
    }
    const keys = planned.rows.map(({ assetNum }) => assetNum)
    if (keys.length > 0) setLocks(keys, planned.action === 'disable')
    return new Set(keys)
  }
  const snapshot = () => ({
    locked: new Map(platform.locked),
    holder: new Map(platform.holder),
    fields: new Map(platform.fields),
  })
  return { platform, index, setLocks, assign, edit, plan, reverse, snapshot }
}
type World = ReturnType<typeof newWorld>

const asset = fc.constantFrom(...assets)
const person = fc.constantFrom(...people)
const fails = fc.uniqueArray(fc.nat(4), { maxLength: 2 }).map((rows) => new Set(rows))
type Job = (world: World) => string | null
const job: fc.Arbitrary<Job> = fc.oneof(
  fc.tuple(fc.uniqueArray(asset, { minLength: 1 }), fc.boolean(), fails).map(
    ([keys, locked, failing]): Job =>
      (world) =>
        world.setLocks(keys, locked, failing),
  ),
  fc
    .tuple(
      fc.uniqueArray(fc.record({ asset, to: fc.option(person) }), {
        minLength: 1,
        selector: (move) => move.asset,
      }),
      fails,
    )
    .map(
      ([moves, failing]): Job =>
        (world) =>
          world.assign(moves, failing),
    ),
  fc.tuple(person, fc.constantFrom('Ann', 'Bo', 'Cy')).map(
    ([id, name]): Job =>
      (world) =>
        world.edit(id, name),
  ),
)
/** Others change the platform; returns what they changed. */
type Other = (world: World) => string
const other: fc.Arbitrary<Other> = fc.oneof(
  fc.tuple(asset, fc.boolean()).map(([key, locked]): Other => ({ platform }) => {
    platform.locked.set(key, locked)
    return key
  }),
  fc.tuple(asset, fc.option(person)).map(([key, to]): Other => ({ platform }) => {
    platform.holder.set(key, to)
    return key
  }),
  person.map((id): Other => ({ platform }) => {
    platform.fields.set(id, fieldsOf('by others'))
    return id
  }),
)

const changedBy = {
  disable: 'locked',
  enable: 'locked',
  assign: 'holder',
  'edit-employee': 'fields',
} as const

describe('a job and its reversal', () => {
  it('leave the state before, except for what others changed since', () => {
    fc.assert(
      fc.property(
        fc.array(job, { maxLength: 6 }),
        job,
        fc.array(other, { maxLength: 3 }),
        (earlier, last, others) => {
          const world = newWorld()
          for (const one of earlier) one(world)
          const before = world.snapshot()
          const jobId = last(world)
          if (jobId === null) return
          const left = world.snapshot()
          const touched = new Set(others.map((change) => change(world)))
          const now = world.snapshot()
          const { held, action } = world.plan(jobId)
          const reversed = world.reverse(jobId)
          const after = world.snapshot()
          const unknown = new Set(
            held.filter(({ reason }) => reason === 'unknown-before').map(({ item }) => item),
          )
          const kinds = ['locked', 'holder', 'fields'] as const
          for (const kind of kinds) {
            for (const [key, value] of after[kind]) {
              const isChangedByOthers = touched.has(key) && now[kind].get(key) !== left[kind].get(key)
              const what = `${kind} of ${key}`
              // Also where others have restored the state before: nothing is sent for it.
              if (isChangedByOthers && kind === changedBy[action]) expect(reversed.has(key), what).toBe(false)
              if (isChangedByOthers) expect(value, what).toEqual(now[kind].get(key))
              // Only an edit without an earlier one in the journal cannot be reversed.
              else if (kind === 'fields' && unknown.size > 0) expect(value, what).toEqual(left[kind].get(key))
              else expect(value, what).toEqual(before[kind].get(key))
            }
          }
          for (const { item } of held) expect(reversed.has(item)).toBe(false)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('is possible for the first edit of an employee, whose values were recorded', () => {
    const world = newWorld()
    const before = world.snapshot()
    const first = world.edit('M0', 'another name', 0)
    expect(world.plan(first).held).toEqual([])
    world.reverse(first)
    expect(world.snapshot()).toEqual(before)
  })

  it('gives an employee what this computer set after the list was read, not what was listed', () => {
    const world = newWorld()
    world.edit('M0', 'another name', 0)
    const before = world.snapshot()
    const second = world.edit('M0', 'a third name', 0)
    world.reverse(second)
    expect(world.snapshot()).toEqual(before)
  })

  it('gives an employee what was listed after the last edit of this computer', () => {
    const world = newWorld()
    world.edit('M0', 'another name', 0)
    const second = world.edit('M0', 'a third name', 1_000_000)
    expect(world.plan(second)).toMatchObject({ rows: [{ memberGlobalId: 'M0', name: 'name of M0' }] })
  })

  it('is held back where this computer changed the lock again, and is not done twice', () => {
    const world = newWorld()
    const first = world.setLocks(['A0', 'A1'], true)
    world.setLocks(['A0'], false)
    world.setLocks(['A0'], true)
    expect(world.plan(first).held).toEqual([{ entryId: `${first}.0`, item: 'A0', reason: 'changed-here' }])
    world.reverse(first)
    expect(world.plan(first)).toMatchObject({ rows: [] })
    expect(world.plan(first).held.map(({ reason }) => reason)).toEqual(['changed-here', 'changed-here'])
  })

  it('names what was in this state before, what failed, and what is not listed', () => {
    const world = newWorld()
    world.setLocks(['A0'], true)
    const jobId = world.setLocks(['A0', 'A1', 'A2', 'A3'], true, new Set([1]))
    world.platform.locked.delete('A2')
    const { held, notCompleted, ...planned } = world.plan(jobId)
    expect(planned).toMatchObject({ action: 'enable', rows: [{ assetNum: 'A3' }] })
    expect(notCompleted).toBe(1)
    expect(held.map(({ item, reason }) => [item, reason])).toEqual([
      ['A0', 'same-before'],
      ['A2', 'not-listed'],
    ])
  })

  it('covers one change of the job alone', () => {
    const world = newWorld()
    const jobId = world.setLocks(['A0', 'A1'], true)
    expect(world.plan(jobId, [`${jobId}.1`])).toMatchObject({ rows: [{ assetNum: 'A1' }], notCompleted: 0 })
  })

  it('has no inverse for other actions', () => {
    const index = createJournalIndex()
    index.apply({
      v: 5,
      n: 1,
      at: 1,
      previous: '0'.repeat(64),
      kind: 'job',
      job: 'J',
      intent: {
        operation: 'member.lendAssets',
        operatorIdentity: 'Li Wei',
        environment: 'p',
        training: false,
        chunkSize: 1,
        retryOf: null,
        rows: [
          {
            key: 'A0',
            shellNumber: null,
            enterpriseGlobalId: 'E1',
            enterpriseName: null,
            lockedBefore: null,
            memberGlobalId: null,
            memberName: null,
            request: null,
          },
        ],
      },
    })
    const lent = index.job('J')
    expect(lent && planReversal(lent, null, { record: () => null, employee: () => null }, index)).toBeNull()
  })
})
