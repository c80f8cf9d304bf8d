import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail } from '#shared/outcome'
import { emptyQueue, holdAll, queueSchema } from '../../../src-main/changes/offline-queue/queue-file'
import { openJsonFile } from '../../../src-main/util/files/json-file'
import { failureOf, gateOf, numbered } from '../support/engine'
import { environment, startQueue } from '../support/queue'
import type { Queue } from '../support/queue'
import { changeOne } from '../support/change-one'

let queue: Queue
const [one, two] = [numbered(1), numbered(2)] as const
const hour = 3_600_000

beforeEach(async () => {
  queue = await startQueue()
  queue.put(one)
  queue.put(two)
})
afterEach(() => queue.stop())

describe('the offline queue', () => {
  it('waits while the platform is unreachable, and sends its changes as one job afterwards', async () => {
    expect(await queue.ask([one, two])).toEqual({ ok: true, value: { queued: 2, already: 0 } })
    expect(queue.states()).toEqual(['waiting', 'waiting'])
    expect(queue.calls).toEqual([])
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['done', 'done']))
    expect(queue.does.rereads).toBeGreaterThan(0)
    expect(queue.calls).toEqual([{ id: 'order.lockAssets', assetNums: [one, two] }])
    expect(queue.states()).toEqual([])
    expect(queue.changeService().jobs.list(10)).toMatchObject([
      { rows: 2, operatorIdentity: 'Li Wei', action: 'disable' },
    ])
  })

  it('shows when each change expires', async () => {
    queue.does.hours = 2
    await queue.ask([one])
    expect(queue.view().changes).toMatchObject([
      { queuedAt: queue.does.now, expiresAt: queue.does.now + 2 * hour, enterpriseName: 'North Bridge' },
    ])
  })

  it('sends disables, enables and different operators in separate jobs', async () => {
    queue.put(two, { locked: true })
    await queue.ask([one])
    await queue.ask([two], 'enable')
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['done', 'done']))
    expect(queue.calls.map(({ id }) => id).sort()).toEqual(['order.lockAssets', 'order.unlockAssets'])
  })

  it('queues a lock once and keeps the later of two opposite changes', async () => {
    await queue.ask([one])
    expect(await queue.ask([one, two])).toEqual({ ok: true, value: { queued: 1, already: 1 } })
    expect(await queue.ask([one], 'enable')).toEqual({ ok: true, value: { queued: 1, already: 0 } })
    expect(queue.view().changes.map(({ assetNum, action }) => [assetNum, action])).toEqual([
      [two, 'disable'],
      [one, 'enable'],
    ])
    expect(queue.ends()).toEqual(['replaced'])
  })

  it('is written to disk before it confirms, and rejects where the disk fails', async () => {
    await queue.ask([one])
    const written = await readFile(join(queue.folder, 'queue.json'), 'utf8')
    expect(written).toContain(one)
    queue.does.save = () => {
      throw new Error('ENOSPC')
    }
    expect(await queue.ask([two])).toMatchObject({ ok: false, error: { code: 'not-saved' } })
    expect(queue.states()).toEqual(['waiting'])
  })

  it('asks for confirmation from the 51st change on when queuing, not when sending', async () => {
    const many = Array.from({ length: 51 }, (_one, index) => numbered(100 + index))
    for (const assetNum of many) queue.put(assetNum)
    queue.does.confirm = false
    expect(await queue.ask(many)).toMatchObject({ ok: false, error: { code: 'not-confirmed' } })
    expect(queue.states()).toEqual([])
    queue.does.confirm = true
    expect(await queue.ask(many)).toMatchObject({ ok: true })
    expect(queue.questions).toHaveLength(2)
    queue.reach()
    await queue.until(() => expect(queue.ends()).toHaveLength(51))
    expect(queue.questions).toHaveLength(2)
  })

  it('counts changes queued before a restart', async () => {
    for (let round = 0; round < 6; round += 1) {
      const many = Array.from({ length: 50 }, (_one, index) => numbered(100 + round * 50 + index))
      for (const assetNum of many) queue.put(assetNum)
      queue.does.confirm = false
      await queue.ask(many)
      await queue.restart()
    }
    // The first 50, and one confirmation for each of the others.
    expect([queue.states().length, queue.questions.length]).toEqual([50, 5])
  })

  it('asks for confirmation before held changes are released', async () => {
    const many = Array.from({ length: 60 }, (_one, index) => numbered(100 + index))
    for (const assetNum of many) queue.put(assetNum)
    expect(await queue.ask(many)).toMatchObject({ ok: true })
    for (const assetNum of many) queue.alter(assetNum, { updatedAt: 2 })
    queue.reach()
    await queue.until(() => expect(new Set(queue.states())).toEqual(new Set(['record-changed'])))
    queue.does.confirm = false
    const ids = queue
      .outbox()
      .view()
      .changes.map(({ id }) => id)
    expect(await queue.outbox().release(ids)).toMatchObject({ ok: false, error: { code: 'not-confirmed' } })
    expect(queue.questions).toHaveLength(2)
    expect(new Set(queue.states())).toEqual(new Set(['record-changed']))
    expect(queue.questions[1]).toMatchObject({ kind: 'locks', locks: 60, unlisted: 0, isQueued: true })
  })

  it('continues sending while a confirmation is open', async () => {
    queue.put(one)
    await queue.ask([one])
    const many = Array.from({ length: 60 }, (_one, index) => numbered(100 + index))
    const person = gateOf()
    queue.does.whileAsking = () => person.passed
    const queueing = queue.ask(many)
    await queue.until(() => expect(queue.questions).toHaveLength(1))
    queue.reach()
    await queue.until(() => expect(queue.ends()).toHaveLength(1))
    expect(queue.calls).toHaveLength(1)
    person.open(undefined)
    expect(await queueing).toMatchObject({ ok: true, value: { queued: 60 } })
  })

  it('counts queued and sent changes together', async () => {
    const many = Array.from({ length: 50 }, (_one, index) => numbered(100 + index))
    await queue.ask(many)
    expect(queue.questions).toHaveLength(0)
    const rows = [{ assetNum: one, shellNumber: null, enterpriseGlobalId: 'E1', plugId: null }]
    await queue
      .changeService()
      .startJob({ action: 'disable', operatorIdentity: 'Li Wei', rows, retryOf: null })
    expect(queue.questions).toHaveLength(1)
  })
})

describe('checks before a queued change is sent', () => {
  it.each([
    ['has that status already', { locked: true }, ['already'], []],
    [
      'is assigned to another employee',
      { holder: { memberGlobalId: 'M9', name: 'Chen' } },
      [],
      ['record-changed'],
    ],
    ['was changed on the platform', { updatedAt: 2 }, [], ['record-changed']],
    ['has another type', { licenseType: 'big_customer_usbkey' }, [], ['record-changed']],
    ['is lent', { lent: true }, [], ['record-changed']],
    ['has no known status', { locked: null }, [], ['state-not-told']],
    ['is of another enterprise', { enterpriseGlobalId: 'E2' }, [], ['other-enterprise']],
    ['is no longer listed', null, [], ['not-listed']],
  ] as const)('refresh its record: it %s', async (_name, part, results, states) => {
    await queue.ask([one])
    queue.alter(one, part)
    queue.reach()
    await queue.until(() => {
      expect([queue.ends(), queue.states()]).toEqual([results, states])
    })
    expect(queue.calls).toEqual([])
  })

  it('hold a change where another person reverted the requested state since', async () => {
    queue.put(one, { locked: true })
    await queue.ask([one])
    queue.alter(one, { locked: false })
    queue.reach()
    await queue.until(() => expect(queue.states()).toEqual(['record-changed']))
  })

  it('hold a change where the lock was changed on this computer since', async () => {
    await queue.ask([one])
    queue.does.now += 1000
    await changeOne(queue.changeService(), {
      action: 'disable',
      assetNum: one,
      shellNumber: null,
      enterpriseGlobalId: 'E1',
      operatorIdentity: 'Chen',
      plugId: null,
    })
    queue.alter(one, { locked: false })
    queue.does.now += 1000
    queue.reach()
    await queue.until(() => expect(queue.states()).toEqual(['changed-here']))
    expect(queue.calls).toHaveLength(1)
  })

  const nothing = (): Promise<unknown> => Promise.resolve()
  it.each([
    ['after a change', nothing, nothing],
    ['after a restart before it', () => queue.restart(), nothing],
    ['after a restart following it', nothing, () => queue.restart()],
  ])('hold a change where that followed a clock set back, and %s', async (_when, before, queuedStart) => {
    const enable = () =>
      changeOne(queue.changeService(), {
        action: 'enable',
        assetNum: one,
        shellNumber: null,
        enterpriseGlobalId: 'E1',
        operatorIdentity: 'Wang',
        plugId: null,
      })
    await enable()
    queue.does.now += 1000
    await queue.ask([one])
    await before()
    queue.does.now -= hour
    await enable()
    await queuedStart()
    queue.alter(one, { locked: false })
    queue.does.now += 1000
    queue.reach()
    await queue.until(() => expect(queue.states()).toEqual(['changed-here']))
    expect(queue.calls.map(({ id }) => id)).toEqual(['order.unlockAssets', 'order.unlockAssets'])
  })

  it.each([
    ['in the same process', nothing],
    ['with a restart in between', () => queue.restart()],
  ])('ignore changes requested before it, %s, whatever the clock says', async (_when, between) => {
    queue.does.now += hour
    await changeOne(queue.changeService(), {
      action: 'enable',
      assetNum: one,
      shellNumber: null,
      enterpriseGlobalId: 'E1',
      operatorIdentity: 'Wang',
      plugId: null,
    })
    queue.does.now -= hour
    queue.alter(one, { locked: false })
    await queue.ask([one])
    await between()
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
  })

  it('ignore changes requested before it at the same time', async () => {
    await changeOne(queue.changeService(), {
      action: 'enable',
      assetNum: one,
      shellNumber: null,
      enterpriseGlobalId: 'E1',
      operatorIdentity: 'Wang',
      plugId: null,
    })
    queue.alter(one, { locked: false })
    await queue.ask([one])
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
  })

  it('hold a change where the lock was not found before and is found now', async () => {
    const strange = numbered(77)
    await queue.ask([strange])
    queue.alter(strange, null)
    queue.put(strange)
    queue.reach()
    await queue.until(() => expect(queue.states()).toEqual(['no-record-before']))
  })

  it.each([
    ['wait where the list could not be read', failureOf({ code: 'unreachable' }), 'waiting'],
    ['wait where access is denied', failureOf({ code: 'unauthorized' }), 'waiting'],
    [
      'hold a change where the list is refused',
      failureOf({ code: 'refused', businessCode: '60020' }),
      'list-not-read',
    ],
  ])('%s', async (_name, failure, state) => {
    await queue.ask([one])
    queue.does.listFailure = failure
    queue.reach()
    await queue.until(() => expect(queue.does.rereads).toBeGreaterThan(0))
    await queue.until(() => expect(queue.view().isChecking).toBe(false))
    expect(queue.states()).toEqual([state])
    expect(queue.calls).toEqual([])
  })

  it('send a released change with the current record', async () => {
    await queue.ask([one])
    queue.alter(one, { updatedAt: 2 })
    queue.reach()
    await queue.until(() => expect(queue.states()).toEqual(['record-changed']))
    const ids = queue.view().changes.map(({ id }) => id)
    await queue.outbox().release(ids)
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
    expect(queue.calls).toEqual([{ id: 'order.lockAssets', assetNums: [one] }])
  })

  it('are sent by the operator who releases them, and keep who queued them', async () => {
    await queue.ask([one])
    queue.alter(one, { updatedAt: 2 })
    queue.reach()
    await queue.until(() => expect(queue.states()).toEqual(['record-changed']))
    const ids = queue.view().changes.map(({ id }) => id)
    await queue.outbox().release(ids, 'Zhang San')
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
    const [{ jobId, operatorIdentity } = { jobId: '', operatorIdentity: '' }] = queue
      .changeService()
      .jobs.list(10)
    expect(operatorIdentity).toBe('Zhang San')
    expect(queue.journal().job(jobId)?.intent.rows[0]?.request).toMatchObject({ queuedBy: 'Li Wei' })
  })

  it('send a change without a list where it was released so', async () => {
    await queue.ask([one])
    queue.alter(one, null)
    queue.reach()
    await queue.until(() => expect(queue.states()).toEqual(['not-listed']))
    await queue.outbox().release(queue.view().changes.map(({ id }) => id))
    await queue.until(() => expect(queue.calls).toHaveLength(1))
  })
})

describe('changes that are not sent', () => {
  it('include canceled ones', async () => {
    await queue.ask([one, two])
    const [first] = queue.view().changes
    expect(await queue.outbox().cancel([first?.id ?? ''])).toMatchObject({ value: { canceled: 1 } })
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
    expect(queue.calls).toEqual([{ id: 'order.lockAssets', assetNums: [two] }])
  })

  it('include those canceled while their list was being read', async () => {
    await queue.ask([one, two])
    const [first] = queue.view().changes
    queue.does.whileReading = () => queue.outbox().cancel([first?.id ?? ''])
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
    expect(queue.calls).toEqual([{ id: 'order.lockAssets', assetNums: [two] }])
  })

  it('include those canceled while the disk was busy', async () => {
    await queue.ask([one, two])
    const [first] = queue.view().changes
    queue.does.save = () => {
      queue.does.save = () => undefined
      // Runs directly after the write that it interrupts.
      void Promise.resolve().then(() => queue.outbox().cancel([first?.id ?? '']))
    }
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
    expect(queue.calls).toEqual([{ id: 'order.lockAssets', assetNums: [two] }])
  })

  it('include expired ones, which wait for a person, also if the clock jumped ahead for a moment only', async () => {
    await queue.ask([one])
    queue.does.now += 24 * hour
    queue.reach()
    await queue.until(() => expect(queue.states()).toEqual(['expired']))
    queue.does.now -= 24 * hour
    queue.reach()
    await new Promise((done) => setTimeout(done, 30))
    expect([queue.states(), queue.ends(), queue.calls]).toEqual([['expired'], [], []])
  })

  it('include those that were queued while the clock was ahead', async () => {
    queue.does.now += 365 * 24 * hour
    await queue.ask([one])
    queue.does.now -= 365 * 24 * hour
    queue.reach()
    await queue.until(() => expect(queue.states()).toEqual(['expired']))
    expect(queue.calls).toEqual([])
  })

  it('exclude expired ones that a person confirmed again', async () => {
    await queue.ask([one])
    queue.does.now += 24 * hour
    queue.reach()
    await queue.until(() => expect(queue.states()).toEqual(['expired']))
    await queue.outbox().release(queue.view().changes.map(({ id }) => id))
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
    expect(queue.calls).toEqual([{ id: 'order.lockAssets', assetNums: [one] }])
  })

  it('include those for another platform', async () => {
    await queue.ask([one])
    await queue.file().update((content) => ({
      ...content,
      items: content.items.map((item) => ({ ...item, environment: 'https://other.example' })),
    }))
    expect(queue.states()).toEqual([])
    queue.reach()
    await new Promise((done) => setTimeout(done, 30))
    expect(queue.calls).toEqual([])
  })

  it('exclude a change that is already being sent', async () => {
    await queue.ask([one])
    let answer: () => void = () => undefined
    queue.does.answer = (assetNums) =>
      new Promise((done) => {
        answer = () => done({ ok: true, value: assetNums.map((assetNum) => ({ assetNum, status: 1 })) })
      })
    const [first] = queue.view().changes
    queue.reach()
    await queue.until(() => expect(queue.calls).toHaveLength(1))
    expect(queue.states()).toEqual(['leaving'])
    expect(await queue.outbox().cancel([first?.id ?? ''])).toMatchObject({ value: { canceled: 0 } })
    answer()
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
  })
})

describe('a platform that becomes unreachable again', () => {
  it.each([1, 2])('returns %i rows to the queue, which are sent once it is reachable', async (count) => {
    await queue.ask([one, two].slice(0, count))
    const before = queue.view().changes.map(({ id }) => id)
    queue.does.refuse = failureOf({ code: 'unreachable' })
    queue.reach()
    await queue.until(() => {
      expect(queue.states()).toEqual(Array(count).fill('waiting'))
      expect(queue.view().changes.map(({ id }) => id)).not.toEqual(before)
    })
    expect(queue.calls).toEqual([])
    queue.does.refuse = null
    queue.does.now += 60_000
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(Array(count).fill('done')))
    expect(queue.calls.flatMap(({ assetNums }) => assetNums)).toEqual([one, two].slice(0, count))
  })

  it('leaves a change in progress unconfirmed and does not queue it again', async () => {
    await queue.ask([one])
    queue.does.answer = () => fail(failureOf({ code: 'timeout', changed: 'unknown' }))
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['unknown']))
    expect(queue.states()).toEqual([])
  })

  it('shows the result of an unconfirmed change once it is known, also after a restart', async () => {
    await queue.ask([one])
    queue.does.answer = () => fail(failureOf({ code: 'timeout', changed: 'unknown' }))
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['unknown']))
    const [{ jobId } = { jobId: '' }] = queue.journal().jobs()
    let shown: readonly string[] = []
    queue.outbox().onChange(() => (shown = queue.ends()))
    await queue.journal().recordResults(jobId, [{ row: 0, state: 'done', reason: null }])
    await queue.until(() => expect(shown).toEqual(['done']))
    await queue.restart(() => Promise.resolve())
    expect(queue.ends()).toEqual(['done'])
  })
})

describe('a platform that asks to wait', () => {
  const busy = { code: 'busy', httpStatus: 429, retryAfterMs: 120_000 } as const

  it.each([
    ['the change', (on: boolean) => (queue.does.refuse = on ? failureOf(busy) : null)],
    ['a list', (on: boolean) => (queue.does.listFailure = on ? failureOf(busy) : null)],
  ])('gets no request before that time, after it refused %s', async (_what, refuse) => {
    await queue.ask([one, two])
    refuse(true)
    queue.reach()
    await queue.until(() => expect(queue.does.rereads).toBeGreaterThan(0))
    await queue.until(() => expect(queue.states()).toEqual(['waiting', 'waiting']))
    await queue.until(() => expect(queue.view().isChecking).toBe(false))
    refuse(false)
    const before = queue.does.rereads
    // The wall clock alone does not end the wait.
    queue.does.now += hour
    queue.does.ticks += 119_000
    queue.reach()
    await new Promise((done) => setTimeout(done, 50))
    expect([queue.does.rereads, queue.calls]).toEqual([before, []])
    queue.does.ticks += 2_000
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['done', 'done']))
    expect(queue.calls).toHaveLength(1)
  })
})

describe('a limit of the policy that the queued changes exceed together', () => {
  const all = Array.from({ length: 7 }, (_, index) => numbered(index + 1))
  const refused = { code: 'not-allowed', message: 'limit' } as const

  it('lets them leave in several jobs, each once', async () => {
    for (const number of all) {
      queue.put(number)
      await queue.ask([number])
    }
    queue.does.refuseJob = (count) => (count > 3 ? refused : null)
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(all.map(() => 'done')))
    expect(queue.calls.flatMap(({ assetNums }) => assetNums).sort()).toEqual(all)
    expect(queue.calls.map(({ assetNums }) => assetNums.length)).toEqual([2, 2, 3])
  })

  it('lets as many leave as it allows now; the others keep waiting', async () => {
    for (const number of all) {
      queue.put(number)
      await queue.ask([number])
    }
    queue.does.refuseWithoutOrder = (count) =>
      count > 5 ? { code: 'changes-limited', message: String(count) } : null
    queue.reach()
    await queue.until(() => expect(queue.ends()).toHaveLength(5))
    expect(queue.states()).toEqual(['waiting', 'waiting'])
    queue.does.now += 11 * 60_000
    queue.reach()
    await queue.until(() => expect(queue.ends()).toHaveLength(7))
    expect(queue.calls.flatMap(({ assetNums }) => assetNums).sort()).toEqual(all)
  })
})

describe('a crash', () => {
  /** The intent as the queue writes it. */
  const intend = (assetNums: readonly string[]) => async () => {
    const ids = queue.file().read().items
    const written = await queue.journal().recordIntent({
      operation: 'order.lockAssets',
      operatorIdentity: 'Li Wei',
      environment,
      training: false,
      chunkSize: 10,
      retryOf: null,
      rows: assetNums.map((assetNum) => ({
        key: assetNum,
        shellNumber: null,
        enterpriseGlobalId: 'E1',
        enterpriseName: null,
        lockedBefore: false,
        memberGlobalId: null,
        memberName: null,
        request: {
          outboxId: ids.find((item) => item.assetNum === assetNum)?.id ?? '',
          queuedAt: 1,
        },
      })),
    })
    if (!written.ok) throw new Error('not written')
    return written.value.jobId
  }

  it('before the intent loses nothing', async () => {
    await queue.ask([one, two])
    await queue.restart()
    expect(queue.states()).toEqual(['waiting', 'waiting'])
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['done', 'done']))
    expect(queue.calls).toHaveLength(1)
  })

  it.each([1, 2])('between the intent and the first byte sends %i rows once', async (count) => {
    const nums = [one, two].slice(0, count)
    await queue.ask(nums)
    await queue.restart(intend(nums))
    await queue.until(() => expect(queue.states()).toEqual(Array(count).fill('waiting')))
    expect(queue.journal().recent(10)).toMatchObject(
      nums.map(() => ({ state: 'not-sent', reason: { kind: 'interrupted' } })),
    )
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(Array(count).fill('done')))
    expect(queue.calls.flatMap(({ assetNums }) => assetNums)).toEqual(nums)
    expect(
      queue
        .changeService()
        .jobs.list(10)
        .every(({ state }) => state === 'ended'),
    ).toBe(true)
  })

  it('after the first byte leaves the change unconfirmed and out of the queue', async () => {
    await queue.ask([one])
    await queue.restart(async (journal) => {
      const jobId = await intend([one])()
      await journal.recordSent(jobId, [0])
    })
    await queue.until(() => expect(queue.ends()).toEqual(['unknown']))
    queue.reach()
    await new Promise((done) => setTimeout(done, 30))
    expect(queue.calls).toEqual([])
  })

  it('after the response and before the queue file is written does not send twice', async () => {
    await queue.ask([one])
    await queue.restart(async (journal) => {
      const jobId = await intend([one])()
      await journal.recordSent(jobId, [0])
      await journal.recordResults(jobId, [{ row: 0, state: 'done', reason: null }])
    })
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
    queue.reach()
    await new Promise((done) => setTimeout(done, 30))
    expect(queue.calls).toEqual([])
  })

  it('that damages the file holds the remaining changes for review', async () => {
    await queue.ask([one])
    await queue.ask([two])
    const path = join(queue.folder, 'queue.json')
    await writeFile(path, '{"version": 1, "items": [')
    const opened = await openJsonFile(path, queueSchema, emptyQueue)
    expect(opened.quarantinedAs).not.toBeNull()
    const held = holdAll(opened.file.read(), 5, 'file-damaged')
    expect(held.items.map((item) => [item.assetNum, item.held?.because])).toEqual([[one, 'file-damaged']])
  })
})
