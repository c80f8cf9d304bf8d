// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import type { CommandInput } from '#shared/bridge/commands'
import type { ListLookupResult } from '#shared/model/locks/lookup-result'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { QueuedChange } from '#shared/model/changes/queued-change'
import { fail, succeed } from '#shared/outcome'
import { useDeskStore } from '../../../../../src-renderer/entities/lock/desk-store'
import { maxRows } from '../../../../../src-renderer/features/lock-desk/list/list-content'
import { useListStore } from '../../../../../src-renderer/features/lock-desk/list/list-store'
import { useQueueStore } from '../../../../../src-renderer/features/lock-desk/queue/queue-store'
import { useUnsentRowsStore } from '../../../../../src-renderer/stores/unsent-rows-store'
import { placeText } from '../../../../../src-renderer/features/lock-desk/list/row-places'
import { stateChangeOfRow } from '../../../../../src-renderer/features/lock-desk/list/row-texts'
import type { Translator } from '../../../../../src-renderer/i18n/explain'
import type { Handlers } from '../../../support/bridge-double'
import { translatorIn, withBridge } from '../../../support/mount-component'
import { entry, job, queuedChange, record, shell, unreachable } from '../../../support/samples'

const [one, two, three] = ['8000000017', '8000000018', '8000000019']

type LookUpRequest = CommandInput<'locks/look-up-many'>
/** A main process with these records; others are on no list, and without ten digits a number is invalid. */
const withRecords = (records: Record<string, Partial<LockRecord>>, others: Handlers = {}) => {
  const requests: LookUpRequest[] = []
  const lookup = (number: string): ListLookupResult => {
    const part = records[number]
    if (part !== undefined) return { state: 'found', record: record(number, Date.now(), part) }
    return { state: number.length === 10 ? 'not-listed' : 'not-a-number' }
  }
  const double = withBridge({
    'locks/look-up-many': (input) => {
      requests.push(input)
      return succeed({ results: input.numbers.map(lookup), enterprises: 3, unread: 0, failure: null })
    },
    ...others,
  })
  useDeskStore().choose('disable')
  return { double, requests, list: useListStore() }
}
const results = (list: ReturnType<typeof useListStore>) => list.shown.map(({ checked }) => checked.result)
const idsOf = (list: ReturnType<typeof useListStore>) => list.shown.map(({ id }) => id)

beforeEach(() => void vi.useFakeTimers({ now: 1_790_000_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('a list', () => {
  it('is searched as rows are added, and unlisted numbers are refreshed', async () => {
    const { list, requests } = withRecords({ [one]: {}, [two]: { locked: true } })
    await list.add([one, ' ８０００ ０００ ０１８ ', three, 'x'])
    expect(requests).toEqual([
      { numbers: [one, two, three, 'x'], freshness: 'known' },
      { numbers: [three], freshness: 'fresh' },
    ])
    expect(results(list)).toEqual(['ready', 'already', 'no-record', 'malformed'])
    expect(list.ticked.map(({ number }) => number)).toEqual([one])
    expect(list.searching).toBeNull()
  })

  it('has what the offline queue sends as queued, and not as unsent', async () => {
    let changes: readonly QueuedChange[] = [queuedChange(record(one, 0).assetNum)]
    const { list, double } = withRecords(
      { [one]: {}, [two]: {} },
      { 'outbox/list': () => succeed({ changes, ended: [], isChecking: false }) },
    )
    const unsent = useUnsentRowsStore()
    await useQueueStore().load()
    await list.add([one, two])
    const [first = 0] = idsOf(list)
    const shown = async () => {
      await nextTick()
      return [
        list.ticked.map(({ number }) => number),
        [...list.groups],
        list.unsentParts.map(({ rows }) => rows.map(({ text }) => text)),
        unsent.total,
      ]
    }
    const all = [[one, two], [['ready', 2]], [[one, two]], 2]
    expect(await shown()).toEqual(all)
    list.leaveToQueue([first])
    const counts = [
      ['queued', 1],
      ['ready', 1],
    ]
    const left = [[two], counts, [[two]], 1]
    expect(await shown()).toEqual(left)
    // What is read of its lock changes nothing.
    await list.searchAgain()
    expect(await shown()).toEqual(left)
    list.tick([first], true)
    expect(await shown()).toEqual(all)
    // A person canceled it in the queue.
    list.leaveToQueue([first])
    changes = []
    double.emit('outbox/changed', null)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await shown()).toEqual([[two], [['ready', 2]], [[two]], 1])
  })

  it('is replaced by locks of another page, which are checked like any others', async () => {
    const { list } = withRecords({ [one]: { locked: true }, [two]: {}, [three]: { locked: true } })
    await list.add([two])
    void list.openLocks({ reverses: 'J', action: 'enable', numbers: [one, two, three] })
    await vi.runAllTimersAsync()
    expect(useDeskStore()).toMatchObject({ action: 'enable', side: 'list' })
    expect(results(list)).toEqual(['ready', 'already', 'ready'])
    expect(list.reverses).toBe('J')
    useDeskStore().choose('disable')
    expect(list.reverses).toBeNull()
    useDeskStore().choose('enable')
    expect(list.reverses).toBe('J')
    list.clear()
    expect(list.reverses).toBeNull()
  })

  it('says how many locks of another page it has no room for', async () => {
    const { list } = withRecords({})
    const numbers = Array.from({ length: maxRows + 2 }, (_, at) => String(8_000_000_000 + at))
    const opened = list.openLocks({ reverses: null, action: 'disable', numbers })
    await vi.runAllTimersAsync()
    expect(await opened).toEqual({ skippedCount: 2 })
  })

  it('links a number in another case to its first row', async () => {
    const { list } = withRecords({ LD8000000017: {} })
    await list.add(['LD8000000017'])
    expect(list.addOne('ｌｄ8000000017')).toEqual({ isNew: false })
    expect(list.rows).toHaveLength(1)
  })

  it('counts rows as their file does, and duplicates by the same number', async () => {
    const { list } = withRecords({ [one]: {}, [two]: {} })
    const cell = (text: string, line: number) => ({ text, source: { line, problem: null, shownAs: null } })
    await list.add([cell(one, 3), cell(two, 7), cell(one, 9)])
    expect(list.shown.map(({ place }) => place.row)).toEqual([3, 7, 9])
    expect(list.shown[2]).toMatchObject({
      checked: { result: 'repeated' },
      duplicateOf: { row: 3, of: null },
    })
    expect(list.addOne(two)).toEqual({ isNew: false })
  })

  it('says of what a row number is, once the list has several sources', async () => {
    const { list } = withRecords({ [one]: {}, [two]: {} })
    const cell = (text: string, line: number) => ({ text, source: { line, problem: null, shownAs: null } })
    const en = translatorIn('en') as unknown as Translator
    const places = () => list.shown.map(({ place }) => placeText(place, en))
    await list.add([cell(one, 2), cell(two, 3)], 'staff.xlsx')
    expect(places()).toEqual(['row 2', 'row 3'])
    list.addOne(three)
    list.addOne('8000000099')
    await list.add([cell(one, 2)], 'staff.xlsx')
    await list.add([cell(one, 2), cell(two, 3)], '')
    await list.add([cell('8000000098', 1)], '')
    expect(places()).toEqual([
      'row 2 of staff.xlsx',
      'row 3 of staff.xlsx',
      'entry 1',
      'entry 2',
      'row 2 of staff.xlsx (2)',
      'pasted row 2',
      'pasted row 3',
      'row 1 of paste 2',
    ])
    expect(new Set(places()).size).toBe(list.rows.length)
    const repeated = list.shown.flatMap(({ duplicateOf }) => duplicateOf ?? [])
    expect(repeated.map((place) => placeText(place, en))).toEqual([
      'row 2 of staff.xlsx',
      'row 2 of staff.xlsx',
      'row 3 of staff.xlsx',
    ])
  })

  it('checks a corrected row again, which keeps its row number and what the file had', async () => {
    const { list, requests } = withRecords({ [one]: {}, [two]: {} })
    const problem = 'error' as const
    await list.add([
      { text: '80000OO017', source: { line: 4, problem: null, shownAs: null } },
      { text: '#REF!', source: { line: 5, problem, shownAs: null } },
    ])
    const [first = 0, second = 0] = idsOf(list)
    expect(results(list)).toEqual(['malformed', 'malformed'])
    await list.correct(first, ` ${one} `)
    await list.correct(second, two)
    expect(requests.slice(-2).map(({ numbers }) => numbers)).toEqual([[one], [two]])
    expect(results(list)).toEqual(['ready', 'ready'])
    expect(list.shown.map(({ place, number, correctedFrom }) => [place.row, number, correctedFrom])).toEqual([
      [4, one, '80000OO017'],
      [5, two, '#REF!'],
    ])
    expect(list.ticked).toHaveLength(2)
    // As the file has it again, it is not corrected.
    await list.correct(first, 'again wrong')
    await list.correct(first, '80000OO017')
    expect(list.shown[0]).toMatchObject({ correctedFrom: null, checked: { result: 'malformed' } })
    await list.correct(second, one)
    list.attachJob('J', [second])
    await list.correct(second, two)
    expect(list.shown[1]?.number).toBe(one)
  })

  it('takes no answer about the number that a row had before it was corrected', async () => {
    const { list, double } = withRecords({})
    let answer = (): void => undefined
    const answered = new Promise<void>((done) => (answer = done))
    double.handlers['locks/look-up-many'] = async ({ numbers, freshness }) => {
      // The platform has the wrong number too: it is another lock.
      if (freshness === 'fresh') await answered
      const results = numbers.map((number): ListLookupResult =>
        freshness === 'fresh' || number === one
          ? { state: 'found', record: record(number, Date.now()) }
          : { state: 'not-listed' },
      )
      return succeed({ results, enterprises: 3, unread: 0, failure: null })
    }
    const added = list.add([three])
    await vi.waitFor(() => expect(results(list)).toEqual(['no-record']))
    await list.correct(idsOf(list)[0] ?? 0, one)
    expect(list.ticked.map(({ number }) => number)).toEqual([one])
    answer()
    await added
    expect(list.shown.map(({ checked }) => checked.assetNum)).toEqual([record(one, 0).assetNum])
  })

  it('refreshes old records', async () => {
    const { list, requests } = withRecords({ [one]: { readAt: Date.now() - 61_000 }, [two]: {} })
    await list.add([one, two])
    expect(requests.map(({ freshness, numbers }) => [freshness, ...numbers])).toEqual([
      ['known', one, two],
      ['fresh', one],
    ])
  })

  it('of many thousands is searched in steps', async () => {
    const { list, requests } = withRecords({})
    await list.add(Array.from({ length: 12_000 }, (_, index) => `n${String(index)}`))
    expect(requests.map(({ numbers }) => numbers.length)).toEqual([2000, 2000, 2000, 2000, 2000, 2000])
  })

  it('updates its results when the action changes', async () => {
    const { list } = withRecords({ [one]: {}, [two]: { locked: true } })
    await list.add([one, two])
    useDeskStore().choose('enable')
    expect(results(list)).toEqual(['already', 'ready'])
    expect(list.ticked.map(({ number }) => number)).toEqual([two])
  })

  it('keeps a selection for the warning it was made for only', async () => {
    const { list } = withRecords({
      [one]: { locked: true },
      [two]: { licenseType: 'softkey', locked: false },
    })
    await list.add([one, two])
    expect(list.ticked).toHaveLength(0)
    list.tick(idsOf(list), true)
    expect(list.ticked).toHaveLength(2)
    // Enabling the second one is a different change from disabling it.
    useDeskStore().choose('enable')
    expect(list.ticked.map(({ number }) => number)).toEqual([one])
  })

  it('allows selecting a number that was not found only after a second search', async () => {
    const { list } = withRecords({})
    await list.add([one])
    list.tick(idsOf(list), true)
    expect(list.ticked).toHaveLength(0)
    await list.searchAgain()
    list.tick(idsOf(list), true)
    expect(list.ticked).toHaveLength(1)
  })

  it('does not count a search that did not reach the platform', async () => {
    const { list } = withRecords(
      {},
      {
        'locks/look-up-many': ({ numbers }) =>
          succeed({
            results: numbers.map(() => ({ state: 'not-listed' })),
            enterprises: 3,
            unread: 0,
            failure: unreachable,
          }),
      },
    )
    await list.add([one])
    await list.searchAgain()
    await list.searchAgain()
    expect(list.shown[0]?.checked.tickable).toBe(false)
    expect(list.failure).toEqual(unreachable)
  })

  it('tells numbers that were not found from those of assets that were never loaded', async () => {
    const { list, double } = withRecords({})
    await list.add([one])
    expect(list.shown[0]?.isUnread).toBe(false)
    double.handlers['locks/look-up-many'] = ({ numbers }) =>
      succeed({
        results: numbers.map(() => ({ state: 'not-listed' })),
        enterprises: 3,
        unread: 2,
        failure: unreachable,
      })
    await list.searchAgain()
    expect(list.shown[0]?.isUnread).toBe(true)
  })

  it('reports a failed search, and keeps the rows for another search', async () => {
    const { list } = withRecords({}, { 'locks/look-up-many': () => fail({ code: 'internal', message: '' }) })
    await list.add([one])
    expect(list.failure?.code).toBe('internal')
    expect(results(list)).toEqual(['checking'])
  })

  it('points to a lock that is scanned again, without a second row', async () => {
    const { list } = withRecords({ [one]: {}, [two]: {} })
    expect(list.addOne(one)).toEqual({ isNew: true })
    expect(list.addOne(two)).toEqual({ isNew: true })
    expect(list.addOne('8000 000 017')).toEqual({ isNew: false })
    await vi.advanceTimersByTimeAsync(0)
    expect(list.rows).toHaveLength(2)
    expect(list.highlighted?.id).toBe(list.rows[0]?.id)
  })

  it('follows refreshed records', async () => {
    const records: Record<string, Partial<LockRecord>> = { [one]: {} }
    const { list, double } = withRecords(records)
    await list.add([one])
    records[one] = { locked: true }
    double.emit('records/refreshed', { enterpriseGlobalId: 'a' })
    await vi.advanceTimersByTimeAsync(300)
    expect(results(list)).toEqual(['already'])
  })

  it('follows records that were refreshed while other rows are searched', async () => {
    const records: Record<string, Partial<LockRecord>> = { [one]: {} }
    const { list, double } = withRecords(records)
    await list.add([one])
    const answer = double.handlers['locks/look-up-many']
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    double.handlers['locks/look-up-many'] = async (input) => {
      await released
      return (await answer?.(input)) ?? fail({ code: 'internal', message: 'no handler' })
    }
    void list.add([three])
    records[one] = { locked: true }
    double.emit('records/refreshed', { enterpriseGlobalId: 'a' })
    double.emit('records/changed-locally', { enterpriseGlobalIds: ['a'] })
    await vi.advanceTimersByTimeAsync(300)
    release()
    await vi.advanceTimersByTimeAsync(300)
    expect(results(list)).toEqual(['already', 'no-record'])
    expect(list.searching).toBeNull()
  })

  it('follows another running job, reading the rows of those enterprises only', async () => {
    const records: Record<string, Partial<LockRecord>> = { [one]: { enterpriseGlobalId: 'a' }, [two]: {} }
    const { list, double, requests } = withRecords(records)
    await list.add([one, two])
    requests.length = 0
    records[one] = { enterpriseGlobalId: 'a', locked: true }
    double.emit('records/changed-locally', { enterpriseGlobalIds: ['a'] })
    await vi.advanceTimersByTimeAsync(300)
    expect(results(list)).toEqual(['already', 'ready'])
    expect(requests).toEqual([{ numbers: [one], freshness: 'known' }])
  })
})

describe('a list that was sent', () => {
  const sentList = async (repeats: readonly string[] = [], state: 'ended' | 'running' = 'ended') => {
    const rows = [
      entry({ entryId: 'a', key: one, shellNumber: shell(one), state: 'done' }),
      entry({ entryId: 'b', key: three, shellNumber: shell(three), state: 'failed' }),
    ]
    const made = withRecords(
      { [one]: {}, [two]: { locked: true }, [three]: {} },
      { 'jobs/read': () => succeed({ job: job({ state }), rows }) },
    )
    await made.list.add([one, two, three, ...repeats])
    made.list.attachJob(
      'job-1',
      made.list.ticked.map(({ id }) => id),
    )
    const { useJobsStore } = await import('../../../../../src-renderer/stores/jobs-store')
    await useJobsStore().read('job-1')
    return made
  }

  it('shows the result of each row, and rows that were not selected', async () => {
    const { list } = await sentList()
    expect(list.shown.map(({ entry: sent }) => sent?.state ?? null)).toEqual(['done', null, 'failed'])
    expect(Object.fromEntries(list.groups)).toEqual({ done: 1, 'left-out': 1, failed: 1 })
    expect(list.ticked).toHaveLength(0)
  })

  it('says of rows that were added since its job began that they are not in it, not that they were not selected', async () => {
    const { list } = await sentList([], 'running')
    await list.add(['8000000031'])
    expect(list.shown.map(({ isLater }) => isLater)).toEqual([false, false, false, true])
    expect(Object.fromEntries(list.groups)).toEqual({ done: 1, 'left-out': 1, failed: 1, later: 1 })
  })

  it('keeps its results from the confirmation, whatever the records become', async () => {
    const { list } = await sentList()
    useDeskStore().choose('enable')
    expect(list.shown[0]?.checked.result).toBe('ready')
  })

  it('checks what was not sent against its own action, whatever is chosen meanwhile', async () => {
    const { list } = await sentList(['8000000020'])
    expect(results(list)).toEqual(['ready', 'already', 'ready', 'no-record'])
    useDeskStore().choose('enable')
    expect(results(list)).toEqual(['ready', 'already', 'ready', 'no-record'])
    useDeskStore().choose('look-up')
    expect(results(list)).toEqual(['ready', 'already', 'ready', 'no-record'])
  })

  it('shows the current status of a duplicate row’s lock', async () => {
    const { list } = await sentList([one])
    expect(list.shown.map((row) => stateChangeOfRow(row, 'disable', Date.now()).to)).toEqual([
      ['disabled'],
      [],
      [],
      ['disabled'],
    ])
    expect(list.groups.get('done')).toBe(1)
  })

  it('becomes a list of the rows that were not selected', async () => {
    const { list } = await sentList()
    await list.keepNotSelected()
    expect(list.shown.map(({ number }) => number)).toEqual([two])
    expect(list.isSent).toBe(false)
    expect(Object.fromEntries(list.ended?.groups ?? [])).toEqual({ done: 1, failed: 1 })
  })

  it('gives way to a further scan, and comes back with its results', async () => {
    const { list } = await sentList()
    list.addOne('8000000020')
    await vi.advanceTimersByTimeAsync(0)
    expect(list.shown.map(({ number }) => number)).toEqual(['8000000020'])
    expect(results(list)).toEqual(['no-record'])
    expect(list.isSent).toBe(false)
    expect(Object.fromEntries(list.ended?.groups ?? [])).toEqual({ done: 1, 'left-out': 1, failed: 1 })
    list.showOther()
    expect(list.shown.map(({ entry: sent }) => sent?.state ?? null)).toEqual(['done', null, 'failed'])
    expect(list.jobId).toBe('job-1')
    expect(list.unsent.map(({ number }) => number)).toEqual(['8000000020'])
    // The next scan goes on with the list that is not sent.
    list.addOne('8000000021')
    await vi.advanceTimersByTimeAsync(0)
    expect(list.shown.map(({ number }) => number)).toEqual(['8000000020', '8000000021'])
    expect(results(list)).toEqual(['no-record', 'no-record'])
    expect(list.ended?.job.jobId).toBe('job-1')
    list.showOther()
    expect(list.addOne('8000000020')).toEqual({ isNew: false })
    expect(list.shown.map(({ number }) => number)).toEqual(['8000000020', '8000000021'])
  })

  it('brings the list behind it back with its action, and asks for one where a scan for another joins it', async () => {
    const { list } = await sentList()
    const desk = useDeskStore()
    list.addOne('8000000020')
    await vi.advanceTimersByTimeAsync(0)
    list.showOther()
    desk.choose('enable')
    list.showOther()
    expect([desk.change, list.shown.map(({ number }) => number)]).toEqual(['disable', ['8000000020']])
    list.showOther()
    desk.choose('enable')
    list.addOne('8000000021')
    await vi.advanceTimersByTimeAsync(0)
    expect(list.shown.map(({ number }) => number)).toEqual(['8000000020', '8000000021'])
    expect(desk.change).toBeNull()
  })

  /** A result that is retried before a list for “Disable”, with a scan for “Enable” since. */
  const retriedList = async () => {
    const { list } = await sentList()
    const desk = useDeskStore()
    list.addOne('8000000020')
    await vi.advanceTimersByTimeAsync(0)
    list.showOther()
    const { useJobsStore } = await import('../../../../../src-renderer/stores/jobs-store')
    const running = vi.spyOn(useJobsStore(), 'of').mockReturnValue(job({ state: 'running' }))
    list.attachJob('job-1', [list.rows[2]?.id ?? 0])
    desk.choose('enable')
    list.addOne('8000000021')
    await vi.advanceTimersByTimeAsync(0)
    list.showOther()
    expect([desk.change, list.shown.map(({ number }) => number)]).toEqual(['disable', ['8000000020']])
    return { list, desk, running }
  }
  const joinedNumbers = ['8000000020', '8000000021']

  it('asks for an action where what was scanned for another one joins the list, as it is dismissed', async () => {
    const { list, desk, running } = await retriedList()
    running.mockRestore()
    list.dismissOther()
    await vi.advanceTimersByTimeAsync(0)
    expect(list.shown.map(({ number }) => number)).toEqual(joinedNumbers)
    expect(desk.change).toBeNull()
  })

  it('keeps the action where what was scanned for it joins the list', async () => {
    const { list, desk, running } = await retriedList()
    running.mockRestore()
    desk.choose('enable')
    list.dismissOther()
    expect(list.rows).toHaveLength(2)
    expect(desk.change).toBe('enable')
  })

  it('comes back with the action of what was scanned since, and asks for one where both become a list', async () => {
    const { list, desk, running } = await retriedList()
    list.showOther()
    expect(desk.change).toBe('enable')
    running.mockRestore()
    list.addOne('8000000022')
    await vi.advanceTimersByTimeAsync(0)
    expect(list.shown.map(({ number }) => number)).toEqual([...joinedNumbers, '8000000022'])
    expect(desk.change).toBeNull()
  })

  it('loses no scan where the next result takes its place', async () => {
    const { list, desk } = await retriedList()
    list.attachJob('job-1', [list.rows[0]?.id ?? 0])
    vi.restoreAllMocks()
    list.addOne('8000000022')
    await vi.advanceTimersByTimeAsync(0)
    expect(list.unsent.map(({ number }) => number)).toEqual(['8000000021', '8000000022'])
    expect(desk.change).toBeNull()
  })

  it('asks for an action where rows that were not selected go on with a scan for another one', async () => {
    const { list } = await sentList()
    const desk = useDeskStore()
    const { useJobsStore } = await import('../../../../../src-renderer/stores/jobs-store')
    const running = vi.spyOn(useJobsStore(), 'of').mockReturnValue(job({ state: 'running' }))
    desk.choose('enable')
    list.addOne('8000000021')
    await vi.advanceTimersByTimeAsync(0)
    running.mockRestore()
    await list.keepNotSelected()
    expect(list.shown.map(({ number }) => number)).toEqual([two, '8000000021'])
    expect(desk.change).toBeNull()
  })

  it('keeps its action for the rows that were not selected', async () => {
    const { list } = await sentList()
    const desk = useDeskStore()
    desk.choose('enable')
    await list.keepNotSelected()
    expect([desk.change, list.rows.length]).toEqual(['disable', 1])
  })

  it('points to a lock of its own that is scanned again', async () => {
    const { list } = await sentList()
    expect(list.addOne(three)).toEqual({ isNew: false })
    expect(list.isSent).toBe(true)
    expect(list.highlighted?.id).toBe(list.rows[2]?.id)
  })

  it('leaves the locks that were scanned while it was sent to the next list', async () => {
    const { list } = await sentList()
    const { useJobsStore } = await import('../../../../../src-renderer/stores/jobs-store')
    const end = useJobsStore().of('job-1')
    expect(end?.state).toBe('ended')
    const running = vi.spyOn(useJobsStore(), 'of').mockReturnValue(job({ state: 'running' }))
    list.addOne('8000000020')
    await vi.advanceTimersByTimeAsync(0)
    expect(list.rows).toHaveLength(4)
    running.mockRestore()
    list.addOne('8000000021')
    await vi.advanceTimersByTimeAsync(0)
    expect(list.shown.map(({ number }) => number)).toEqual(['8000000020', '8000000021'])
    list.showOther()
    expect(list.shown.map(({ number }) => number)).toEqual([one, two, three])
  })

  it('leaves what was scanned since its first job to the next list, also after a retry', async () => {
    const { list } = await sentList()
    const { useJobsStore } = await import('../../../../../src-renderer/stores/jobs-store')
    const running = vi.spyOn(useJobsStore(), 'of').mockReturnValue(job({ state: 'running' }))
    list.addOne('8000000020')
    await vi.advanceTimersByTimeAsync(0)
    expect(list.unsent.map(({ number }) => number)).toEqual(['8000000020'])
    expect(list.unsentBehind).toEqual([])
    list.attachJob('job-1', [list.rows[2]?.id ?? 0])
    running.mockRestore()
    list.addOne('8000000021')
    await vi.advanceTimersByTimeAsync(0)
    expect(list.shown.map(({ number }) => number)).toEqual(['8000000020', '8000000021'])
  })

  it('is restored after the window was reloaded', async () => {
    const rows = [
      entry({ entryId: 'a', key: one, shellNumber: shell(one), state: 'done' }),
      entry({ entryId: 'b', key: `LD${two}`, shellNumber: shell(two), state: 'intent', endedAt: null }),
    ]
    const { list } = withRecords({}, { 'jobs/read': () => succeed({ job: job(), rows }) })
    await list.restoreJob('job-1')
    expect(list.shown.map(({ number, entry: sent }) => [number, sent?.state])).toEqual([
      [one, 'done'],
      [two, 'intent'],
    ])
    expect(list.jobId).toBe('job-1')
  })

  it('says of a restored job’s locks whose they are, where the lists know them by their asset number', async () => {
    const rows = [
      entry({ entryId: 'a', key: one, shellNumber: shell(one), state: 'done' }),
      entry({ entryId: 'b', key: `LD${two}`, shellNumber: shell(two), state: 'done' }),
    ]
    const holder = { memberGlobalId: 'm1', name: 'Emma Clarke' }
    const { list, requests } = withRecords(
      { [one]: { holder }, [two]: { holder } },
      { 'jobs/read': () => succeed({ job: job(), rows }) },
    )
    await list.restoreJob('job-1')
    expect(requests.map(({ freshness }) => freshness)).toEqual(['known'])
    expect(list.shown.map(({ checked }) => checked.record?.holder?.name)).toEqual(['Emma Clarke', undefined])
    expect(list.shown.map(({ entry: sent }) => sent?.state)).toEqual(['done', 'done'])
  })
})
