// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommandInput, ListLookUp } from '#shared/commands'
import type { LockRecord } from '#shared/model/lock-record'
import { fail, succeed } from '#shared/outcome'
import { useDeskStore } from '../../../../../src-renderer/features/lock-desk/desk-store'
import { useListStore } from '../../../../../src-renderer/features/lock-desk/list/list-store'
import { statesOfRow } from '../../../../../src-renderer/features/lock-desk/list/row-words'
import type { Answers } from '../../../support/bridge-double'
import { withBridge } from '../../../support/draw'
import { entry, job, record, shell, unreachable } from '../../../support/samples'

const [one, two, three] = ['8000000017', '8000000018', '8000000019']

type Asked = CommandInput<'desk/look-up-many'>
/** Main with these records; what it has not is on no list, and what has no ten digits is no number. */
const withRecords = (records: Record<string, Partial<LockRecord>>, others: Answers = {}) => {
  const asked: Asked[] = []
  const looked = (number: string): ListLookUp => {
    const part = records[number]
    if (part !== undefined) return { state: 'found', record: record(number, Date.now(), part) }
    return { state: number.length === 10 ? 'not-listed' : 'not-a-number' }
  }
  const double = withBridge({
    'desk/look-up-many': (input) => {
      asked.push(input)
      return succeed({ looked: input.numbers.map(looked), enterprises: 3, failure: null })
    },
    ...others,
  })
  useDeskStore().choose('disable')
  return { double, asked, list: useListStore() }
}
const verdicts = (list: ReturnType<typeof useListStore>) => list.shown.map(({ checked }) => checked.verdict)
const idsOf = (list: ReturnType<typeof useListStore>) => list.shown.map(({ id }) => id)

beforeEach(() => void vi.useFakeTimers({ now: 1_790_000_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('a list', () => {
  it('is looked up as it comes, and the platform asked for what is on no list', async () => {
    const { list, asked } = withRecords({ [one]: {}, [two]: { locked: true } })
    await list.add([one, ' ８０００ ０００ ０１８ ', three, 'x'])
    expect(asked).toEqual([
      { numbers: [one, two, three, 'x'], freshness: 'known' },
      { numbers: [three], freshness: 'fresh' },
    ])
    expect(verdicts(list)).toEqual(['ready', 'already', 'no-record', 'malformed'])
    expect(list.ticked.map(({ number }) => number)).toEqual([one])
    expect(list.looking).toBeNull()
  })

  it('asks the platform for records that are old', async () => {
    const { list, asked } = withRecords({ [one]: { readAt: Date.now() - 61_000 }, [two]: {} })
    await list.add([one, two])
    expect(asked.map(({ freshness, numbers }) => [freshness, ...numbers])).toEqual([
      ['known', one, two],
      ['fresh', one],
    ])
  })

  it('of many thousands is looked up in steps', async () => {
    const { list, asked } = withRecords({})
    await list.add(Array.from({ length: 12_000 }, (_, index) => `n${String(index)}`))
    expect(asked.map(({ numbers }) => numbers.length)).toEqual([2000, 2000, 2000, 2000, 2000, 2000])
  })

  it('is told anew when the action is another', async () => {
    const { list } = withRecords({ [one]: {}, [two]: { locked: true } })
    await list.add([one, two])
    useDeskStore().choose('enable')
    expect(verdicts(list)).toEqual(['already', 'ready'])
    expect(list.ticked.map(({ number }) => number)).toEqual([two])
  })

  it('keeps a tick for the doubt it was given for, and for no other', async () => {
    const { list } = withRecords({
      [one]: { locked: true },
      [two]: { licenseType: 'softkey', locked: false },
    })
    await list.add([one, two])
    expect(list.ticked).toHaveLength(0)
    list.tick(idsOf(list), true)
    expect(list.ticked).toHaveLength(2)
    // To enable the second one is something else than to disable it.
    useDeskStore().choose('enable')
    expect(list.ticked.map(({ number }) => number)).toEqual([one])
  })

  it('lets a number without a record be ticked after a second look only', async () => {
    const { list } = withRecords({})
    await list.add([one])
    list.tick(idsOf(list), true)
    expect(list.ticked).toHaveLength(0)
    await list.lookAgain()
    list.tick(idsOf(list), true)
    expect(list.ticked).toHaveLength(1)
  })

  it('does not count a look that did not reach the platform', async () => {
    const { list } = withRecords(
      {},
      {
        'desk/look-up-many': ({ numbers }) =>
          succeed({
            looked: numbers.map(() => ({ state: 'not-listed' })),
            enterprises: 3,
            failure: unreachable,
          }),
      },
    )
    await list.add([one])
    await list.lookAgain()
    await list.lookAgain()
    expect(list.shown[0]?.checked.tickable).toBe(false)
    expect(list.failure).toEqual(unreachable)
  })

  it('says when looking up did not work, and leaves the rows to be looked up again', async () => {
    const { list } = withRecords({}, { 'desk/look-up-many': () => fail({ code: 'internal', message: '' }) })
    await list.add([one])
    expect(list.failure?.code).toBe('internal')
    expect(verdicts(list)).toEqual(['checking'])
  })

  it('points at a lock that is scanned a second time, and does not list it again', async () => {
    const { list } = withRecords({ [one]: {}, [two]: {} })
    expect(list.addOne(one)).toEqual({ place: 1, isNew: true })
    expect(list.addOne(two)).toEqual({ place: 2, isNew: true })
    expect(list.addOne('8000 000 017')).toEqual({ place: 1, isNew: false })
    await vi.advanceTimersByTimeAsync(0)
    expect(list.rows).toHaveLength(2)
    expect(list.pointedAt?.id).toBe(list.rows[0]?.id)
  })

  it('follows records that were read anew', async () => {
    const records: Record<string, Partial<LockRecord>> = { [one]: {} }
    const { list, double } = withRecords(records)
    await list.add([one])
    records[one] = { locked: true }
    double.tell('records/refreshed', { enterpriseGlobalId: 'a' })
    await vi.advanceTimersByTimeAsync(300)
    expect(verdicts(list)).toEqual(['already'])
  })

  it('follows what another job does while it runs, asking for the rows of those enterprises alone', async () => {
    const records: Record<string, Partial<LockRecord>> = { [one]: { enterpriseGlobalId: 'a' }, [two]: {} }
    const { list, double, asked } = withRecords(records)
    await list.add([one, two])
    asked.length = 0
    records[one] = { enterpriseGlobalId: 'a', locked: true }
    double.tell('records/changed-here', { enterpriseGlobalIds: ['a'] })
    await vi.advanceTimersByTimeAsync(300)
    expect(verdicts(list)).toEqual(['already', 'ready'])
    expect(asked).toEqual([{ numbers: [one], freshness: 'known' }])
  })
})

describe('a list that was sent', () => {
  const sentList = async (repeats: readonly string[] = []) => {
    const rows = [
      entry({ entryId: 'a', key: one, shellNumber: shell(one), state: 'done' }),
      entry({ entryId: 'b', key: three, shellNumber: shell(three), state: 'failed' }),
    ]
    const made = withRecords(
      { [one]: {}, [two]: { locked: true }, [three]: {} },
      { 'jobs/read': () => succeed({ job: job({ state: 'ended' }), rows }) },
    )
    await made.list.add([one, two, three, ...repeats])
    made.list.attach(
      'job-1',
      made.list.ticked.map(({ id }) => id),
    )
    const { useJobsStore } = await import('../../../../../src-renderer/app/stores/jobs-store')
    await useJobsStore().read('job-1')
    return made
  }

  it('shows what became of each row, and what was left out', async () => {
    const { list } = await sentList()
    expect(list.shown.map(({ entry: sent }) => sent?.state ?? null)).toEqual(['done', null, 'failed'])
    expect(Object.fromEntries(list.groups)).toEqual({ done: 1, 'left-out': 1, failed: 1 })
    expect(list.ticked).toHaveLength(0)
  })

  it('keeps what it said when it was confirmed, whatever the records say since', async () => {
    const { list } = await sentList()
    useDeskStore().choose('enable')
    expect(list.shown[0]?.checked.verdict).toBe('ready')
  })

  it('shows the state that a repeated row’s lock has now, not the one it had', async () => {
    const { list } = await sentList([one])
    expect(list.shown.map((row) => statesOfRow(row, 'disable', Date.now()).to)).toEqual([
      'disabled',
      null,
      null,
      'disabled',
    ])
    expect(list.groups.get('done')).toBe(1)
  })

  it('becomes a list of what was left out', async () => {
    const { list } = await sentList()
    await list.keepLeftOut()
    expect(list.shown.map(({ number }) => number)).toEqual([two])
    expect(list.isSent).toBe(false)
  })

  it('takes a further scan beside what is unfinished', async () => {
    const { list } = await sentList()
    list.addOne('8000000020')
    await vi.advanceTimersByTimeAsync(0)
    expect(list.rows).toHaveLength(4)
    expect(list.groups.get('left-out')).toBe(2)
  })

  it('is shown again as it stands after the window was opened anew', async () => {
    const rows = [
      entry({ entryId: 'a', key: one, shellNumber: shell(one), state: 'done' }),
      entry({ entryId: 'b', key: `LD${two}`, shellNumber: shell(two), state: 'intent', endedAt: null }),
    ]
    const { list } = withRecords({}, { 'jobs/read': () => succeed({ job: job(), rows }) })
    await list.takeUp('job-1')
    expect(list.shown.map(({ number, entry: sent }) => [number, sent?.state])).toEqual([
      [one, 'done'],
      [two, 'intent'],
    ])
    expect(list.jobId).toBe('job-1')
  })
})
