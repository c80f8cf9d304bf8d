import { describe, expect, it } from 'vitest'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { createDriftGuard, noPlan } from '../../../src-main/changes/jobs/drift-guard'
import { maxDataAgeMs } from '../../../src-main/changes/jobs/old-lists'
import type { JournaledJob } from '../../../src-main/journal/journal-index'
import type { Intent, JournalRow } from '../../../src-main/journal/record'

/** The guard over lists of two enterprises, which others change. */
const lists = () => {
  const clock = { now: 1_000_000_000, tick: 0 }
  const platform = new Map<string, Partial<LockRecord>>()
  let known = new Map<string, Partial<LockRecord>>()
  const readAt: Record<string, number> = { E1: clock.now, E2: clock.now }
  const reads: string[] = []
  let isReachable = true
  const read = (id: string) => {
    known = new Map(
      [...known]
        .filter(([key]) => !key.startsWith(id))
        .concat([...platform].filter(([key]) => key.startsWith(id))),
    )
    readAt[id] = clock.now
  }
  let people = new Map<string, EmployeeRecord>()
  const platformPeople = new Map<string, Partial<EmployeeRecord>>()
  let peopleReadAt: number | null = null
  const readPeople = () => {
    people = new Map(
      [...platformPeople].map(([memberGlobalId, one]) => [
        memberGlobalId,
        { ...one, memberGlobalId, enterpriseGlobalId: 'E1', readAt: clock.now } as EmployeeRecord,
      ]),
    )
    peopleReadAt = clock.now
  }
  const guard = createDriftGuard({
    directory: {
      current: (assetNum, id) => {
        const found = known.get(`${id} ${assetNum}`)
        return found === undefined ? null : ({ ...found, readAt: readAt[id] } as LockRecord)
      },
      refresh: (id) => {
        reads.push(id)
        if (!isReachable) return Promise.resolve({ code: 'unreachable', message: 'no', changed: 'no' })
        read(id)
        return Promise.resolve(null)
      },
      enterprises: (ids = []) => ids.map((id) => ({ enterpriseGlobalId: id, readAt: readAt[id] })) as never,
    },
    employees: {
      known: (id) => [...people.values()].filter((one) => one.enterpriseGlobalId === id),
      readAt: (id) => (id === 'E1' ? peopleReadAt : null),
      refresh: (id) => {
        reads.push(`people of ${id}`)
        if (!isReachable) return Promise.resolve({ code: 'unreachable', message: 'no', changed: 'no' })
        readPeople()
        return Promise.resolve(null)
      },
    },
    now: () => clock.now,
    ticks: () => clock.tick,
  })
  const pass = (ms: number) => {
    clock.now += ms
    clock.tick += ms
  }
  const put = (id: string, assetNum: string, over: Partial<LockRecord> = {}) =>
    platform.set(`${id} ${assetNum}`, { locked: false, lent: false, holder: null, licenseType: 'a', ...over })
  return {
    clock,
    guard,
    platform,
    platformPeople,
    reads,
    read,
    readPeople,
    pass,
    put,
    cut: () => (isReachable = false),
  }
}

const rowOf = (key: string, enterpriseGlobalId: string | null, request: unknown = null): JournalRow => ({
  key,
  shellNumber: null,
  enterpriseGlobalId,
  enterpriseName: null,
  lockedBefore: false,
  memberGlobalId: null,
  memberName: null,
  request: request as never,
})

const jobOf = (
  operation: Intent['operation'],
  rows: readonly JournalRow[],
  requestedAt: number,
): JournaledJob =>
  ({
    jobId: 'job',
    intent: {
      operation,
      operatorIdentity: 'Li Wei',
      environment: 'training',
      training: true,
      chunkSize: 100,
      retryOf: null,
      rows: [...rows],
    },
    requestedAt,
    rowStates: rows.map(() => ({ state: 'intent' })),
  }) as unknown as JournaledJob

const holder = (memberGlobalId: string) => ({ memberGlobalId, name: null })

describe('locks of a job', () => {
  const world = () => {
    const all = lists()
    for (const name of ['L1', 'L2', 'L3', 'L4', 'L5']) all.put('E1', name)
    all.put('E2', 'M1')
    all.read('E1')
    all.read('E2')
    const rows = ['L1', 'L2', 'L3', 'L4', 'L5'].map((key) => rowOf(key, 'E1')).concat(rowOf('M1', 'E2'))
    const job = jobOf('order.lockAssets', rows, all.clock.now)
    const plan = all.guard.planOf(job.intent)
    const check = async (rowIndexes = [0, 1, 2, 3, 4]) =>
      (await all.guard.check(job, rowIndexes, plan)).results.map(({ row, reason }) => [
        row,
        reason?.kind === 'changed-since-check' ? reason.what : reason?.kind,
      ])
    const changeAll = () => {
      all.put('E1', 'L1', { locked: true })
      all.put('E1', 'L2', { holder: holder('P1') })
      all.put('E1', 'L3', { licenseType: 'b' })
      all.platform.delete('E1 L4')
    }
    return { ...all, job, plan, check, changeAll }
  }

  it('are held if others changed them, each with what changed', async () => {
    const { check, changeAll, pass, reads } = world()
    changeAll()
    pass(maxDataAgeMs + 1)
    expect(await check()).toEqual([
      [0, 'state'],
      [1, 'holder'],
      [2, 'type'],
      [3, 'missing'],
    ])
    expect(reads).toEqual(['E1'])
  })

  it('are read again once per enterprise in ten minutes, and not while their data are newer', async () => {
    const { check, pass, reads } = world()
    pass(maxDataAgeMs - 1)
    expect(await check()).toEqual([])
    expect(reads).toEqual([])
    pass(2)
    await check([0, 1])
    await check([2, 3, 5])
    expect(reads).toEqual(['E1', 'E2'])
    pass(maxDataAgeMs + 1)
    await check([4])
    expect(reads).toEqual(['E1', 'E2', 'E1'])
  })

  it('are held without another read if the list was read meanwhile', async () => {
    const { check, changeAll, pass, read, reads } = world()
    pass(1_000)
    changeAll()
    read('E1')
    expect(await check()).toHaveLength(4)
    expect(reads).toEqual([])
  })

  it('are not sent unseen if the list cannot be read', async () => {
    const { guard, job, plan, pass, cut } = world()
    pass(maxDataAgeMs + 1)
    cut()
    expect(await guard.check(job, [0], plan)).toMatchObject({ results: [], failure: { code: 'unreachable' } })
  })

  it('are compared with the journal if the job comes from an earlier process', async () => {
    const { guard, job, changeAll, pass } = world()
    changeAll()
    pass(maxDataAgeMs + 1)
    const { results } = await guard.check(job, [0, 1, 2, 3, 4], noPlan)
    expect(results.map(({ row }) => row)).toEqual([0, 3])
  })

  it('are read again after the clock was set back', async () => {
    const { check, clock, reads } = world()
    clock.now -= 3_600_000
    await check()
    await check()
    expect(reads).toEqual(['E1'])
  })

  it('are sent if they have no record', async () => {
    const { guard, clock, pass } = world()
    const job = jobOf('order.lockAssets', [rowOf('X1', null), rowOf('X2', 'E9')], clock.now)
    pass(maxDataAgeMs + 1)
    expect(await guard.check(job, [0, 1], guard.planOf(job.intent))).toEqual({ results: [], failure: null })
  })
})

describe('assets of a job', () => {
  const assign = (memberGlobalId: string, addAssets: string[], deleteAssets: string[]) =>
    rowOf(memberGlobalId, 'E1', {
      enterpriseGlobalId: 'E1',
      memberGlobalId,
      memberName: memberGlobalId,
      addAssets,
      deleteAssets,
    })

  it('are held if another employee has them, or the wanted one already', async () => {
    const all = lists()
    for (const name of ['A1', 'A2', 'A3']) all.put('E1', name)
    for (const name of ['A4', 'A5']) all.put('E1', name, { holder: holder('P1') })
    all.read('E1')
    const rows = [
      assign('P1', ['A1'], []),
      assign('P1', ['A2'], []),
      assign('P1', ['A3'], []),
      assign('P1', [], ['A4']),
      assign('P1', [], ['A5']),
    ]
    const job = jobOf('member.assignAssets', rows, all.clock.now)
    const plan = all.guard.planOf(job.intent)
    all.put('E1', 'A1', { holder: holder('P2') })
    all.put('E1', 'A2', { holder: holder('P1') })
    all.put('E1', 'A4', { holder: null })
    all.pass(maxDataAgeMs + 1)
    const { results } = await all.guard.check(job, [0, 1, 2, 3, 4], plan)
    expect(results.map(({ row, reason }) => [row, reason])).toEqual([
      [0, { kind: 'changed-since-check', what: 'holder' }],
      [1, { kind: 'changed-since-check', what: 'state' }],
      [3, { kind: 'changed-since-check', what: 'state' }],
    ])
  })

  it('are not held by the first half of a move', async () => {
    const all = lists()
    all.put('E1', 'A1', { holder: holder('P1') })
    all.read('E1')
    const job = jobOf(
      'member.assignAssets',
      [assign('P1', [], ['A1']), assign('P2', ['A1'], [])],
      all.clock.now,
    )
    const plan = all.guard.planOf(job.intent)
    all.pass(maxDataAgeMs + 1)
    expect((await all.guard.check(job, [0, 1], plan)).results).toEqual([])
    all.put('E1', 'A1', { holder: null })
    all.read('E1')
    expect((await all.guard.check(job, [1], plan)).results).toEqual([])
  })
})

describe('employees of a job', () => {
  const stored = { userName: 'emma', name: 'Emma', departmentId: '7', remark: null, passwordMobile: '138' }
  const rowsOf = (operation: Intent['operation']) =>
    ['P1', 'P2', 'P3', 'P4'].map((memberGlobalId) => ({
      ...rowOf(memberGlobalId, 'E1', {
        ...{ enterpriseGlobalId: 'E1', memberGlobalId, memberName: 'Emma' },
        ...(operation === 'member.editEmployee'
          ? { ...stored, departmentId: null, remark: 'left-handed', passwordMobile: '138' }
          : operation === 'member.resetPassword'
            ? { password: '***' }
            : {}),
      }),
      memberGlobalId,
    }))
  const world = (operation: Intent['operation'], rows = rowsOf(operation)) => {
    const all = lists()
    for (const id of ['P1', 'P2', 'P3', 'P4']) all.platformPeople.set(id, stored)
    all.readPeople()
    const job = jobOf(operation, rows, all.clock.now)
    const plan = all.guard.planOf(job.intent)
    const check = async () => {
      const { results, failure } = await all.guard.check(job, [...rows.keys()], plan)
      return failure ?? results.map(({ row, reason }) => [row, reason])
    }
    all.platformPeople.set('P1', { ...stored, name: 'Emma Clarke' })
    all.platformPeople.set('P2', { ...stored, remark: 'left-handed' })
    all.platformPeople.set('P3', { ...stored, deleted: true })
    return { ...all, check }
  }
  const held = (what: string) => ({ kind: 'changed-since-check', what })

  it('are not edited over what someone else wrote', async () => {
    const { check, pass, reads } = world('member.editEmployee')
    pass(maxDataAgeMs + 1)
    expect(await check()).toEqual([
      [0, held('data')],
      [1, held('state')],
      [2, held('missing')],
    ])
    expect(await check()).toHaveLength(3)
    expect(reads).toEqual(['people of E1'])
  })

  it.each(['member.resetPassword', 'member.deleteEmployee'] as const)(
    'are held by %s only if they are gone',
    async (operation) => {
      const { check, pass, platformPeople } = world(operation)
      platformPeople.delete('P4')
      pass(maxDataAgeMs + 1)
      expect(await check()).toEqual([
        [2, held('missing')],
        [3, held('missing')],
      ])
    },
  )

  it('are sent by data that are newer', async () => {
    const { check, pass, reads } = world('member.editEmployee')
    pass(maxDataAgeMs - 1)
    expect(await check()).toEqual([])
    expect(reads).toEqual([])
  })

  it('wait if their list cannot be read', async () => {
    const { check, pass, cut } = world('member.editEmployee')
    pass(maxDataAgeMs + 1)
    cut()
    expect(await check()).toMatchObject({ code: 'unreachable' })
  })

  it('are not held by the first row of the same employee', async () => {
    const [first, second, third, fourth] = rowsOf('member.editEmployee')
    const rows = [fourth, fourth, first, second, third].flatMap((row) => row ?? [])
    const { check, platformPeople, pass } = world('member.editEmployee', rows)
    platformPeople.set('P1', stored)
    platformPeople.set('P2', stored)
    platformPeople.set('P3', stored)
    pass(maxDataAgeMs + 1)
    expect(await check()).toEqual([])
  })
})
