import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail } from '#shared/outcome'
import { emptyOutbox, holdAll, outboxSchema } from '../../src-main/desk/outbox-file'
import { openJsonFile } from '../../src-main/files/json-file'
import { failureOf, numbered } from './support/engine'
import { environment, startQueue } from './support/queue'
import type { Queue } from './support/queue'

let queue: Queue
const [one, two] = [numbered(1), numbered(2)] as const
const hour = 3_600_000

beforeEach(async () => {
  queue = await startQueue()
  queue.put(one)
  queue.put(two)
})
afterEach(() => queue.stop())

describe('the queue', () => {
  it('waits while the platform cannot be reached, and sends what it holds as one job when it is back', async () => {
    expect(await queue.ask([one, two])).toEqual({ ok: true, value: { queued: 2, already: 0 } })
    expect(queue.states()).toEqual(['waiting', 'waiting'])
    expect(queue.calls).toEqual([])
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['done', 'done']))
    expect(queue.does.rereads).toBeGreaterThan(0)
    expect(queue.calls).toEqual([{ id: 'order.lockAssets', assetNums: [one, two] }])
    expect(queue.states()).toEqual([])
    expect(queue.desk().jobs.list(10)).toMatchObject([
      { rows: 2, operatorIdentity: 'Li Wei', action: 'disable' },
    ])
  })

  it('says when each expires', async () => {
    queue.does.hours = 2
    await queue.ask([one])
    expect(queue.view().changes).toMatchObject([
      { queuedAt: queue.does.now, expiresAt: queue.does.now + 2 * hour, enterpriseName: 'North Bridge' },
    ])
  })

  it('keeps disables and enables, and the people who asked, in jobs of their own', async () => {
    queue.put(two, { locked: true })
    await queue.ask([one])
    await queue.ask([two], 'enable')
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['done', 'done']))
    expect(queue.calls.map(({ id }) => id).sort()).toEqual(['order.lockAssets', 'order.unlockAssets'])
  })

  it('takes a lock once, and of two opposite wishes the later', async () => {
    await queue.ask([one])
    expect(await queue.ask([one, two])).toEqual({ ok: true, value: { queued: 1, already: 1 } })
    expect(await queue.ask([one], 'enable')).toEqual({ ok: true, value: { queued: 1, already: 0 } })
    expect(queue.view().changes.map(({ assetNum, action }) => [assetNum, action])).toEqual([
      [two, 'disable'],
      [one, 'enable'],
    ])
    expect(queue.ends()).toEqual(['replaced'])
  })

  it('is on the disk before it says so, and refuses where the disk does', async () => {
    await queue.ask([one])
    const written = await readFile(join(queue.folder, 'queue.json'), 'utf8')
    expect(written).toContain(one)
    queue.does.save = () => {
      throw new Error('ENOSPC')
    }
    expect(await queue.ask([two])).toMatchObject({ ok: false, error: { code: 'not-saved' } })
    expect(queue.states()).toEqual(['waiting'])
  })

  it('asks in main’s own dialog from the fifty-first on, when they are queued and not when they leave', async () => {
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

  it('counts what is queued together with what is sent', async () => {
    const many = Array.from({ length: 50 }, (_one, index) => numbered(100 + index))
    await queue.ask(many)
    expect(queue.questions).toHaveLength(0)
    const rows = [{ assetNum: one, shellNumber: null, enterpriseGlobalId: 'E1', plugId: null }]
    await queue.desk().startJob({ action: 'disable', operatorIdentity: 'Li Wei', rows, retryOf: null })
    expect(queue.questions).toHaveLength(1)
  })
})

describe('before a queued change leaves', () => {
  it.each([
    ['is in that state already', { locked: true }, ['already'], []],
    ['is held by somebody else', { holder: { memberGlobalId: 'M9', name: 'Chen' } }, [], ['record-changed']],
    ['was changed on the platform', { updatedAt: 2 }, [], ['record-changed']],
    ['is another type', { licenseType: 'big_customer_usbkey' }, [], ['record-changed']],
    ['is lent', { lent: true }, [], ['record-changed']],
    ['does not say whether it is disabled', { locked: null }, [], ['state-not-told']],
    ['is of another enterprise', { enterpriseGlobalId: 'E2' }, [], ['other-enterprise']],
    ['is on no list any more', null, [], ['not-listed']],
  ] as const)('its record is read anew: it %s', async (_name, part, ends, states) => {
    await queue.ask([one])
    queue.alter(one, part)
    queue.reach()
    await queue.until(() => {
      expect([queue.ends(), queue.states()]).toEqual([ends, states])
    })
    expect(queue.calls).toEqual([])
  })

  it('is held where somebody undid since what was so already', async () => {
    queue.put(one, { locked: true })
    await queue.ask([one])
    queue.alter(one, { locked: false })
    queue.reach()
    await queue.until(() => expect(queue.states()).toEqual(['record-changed']))
  })

  it('is held where another change of the lock was asked for here since', async () => {
    await queue.ask([one])
    queue.does.now += 1000
    await queue.desk().change({
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
    ['a person asked', nothing, nothing],
    ['the queue was begun anew before it', () => queue.restart(), nothing],
    ['the queue was begun anew behind it', nothing, () => queue.restart()],
  ])('is held where that was asked after the clock was put back, and %s', async (_when, before, behind) => {
    const enable = () =>
      queue.desk().change({
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
    await behind()
    queue.alter(one, { locked: false })
    queue.does.now += 1000
    queue.reach()
    await queue.until(() => expect(queue.states()).toEqual(['changed-here']))
    expect(queue.calls.map(({ id }) => id)).toEqual(['order.unlockAssets', 'order.unlockAssets'])
  })

  it.each([
    ['in the same process', nothing],
    ['with a new start between', () => queue.restart()],
  ])('is not held for what was asked before it, %s, whatever the clock says', async (_when, between) => {
    queue.does.now += hour
    await queue.desk().change({
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

  it('is not held for what was asked before it, at the same time', async () => {
    await queue.desk().change({
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

  it('is held where it had no record and has one now', async () => {
    const strange = numbered(77)
    await queue.ask([strange])
    queue.alter(strange, null)
    queue.put(strange)
    queue.reach()
    await queue.until(() => expect(queue.states()).toEqual(['no-record-before']))
  })

  it.each([
    ['waits on where the list could not be had', failureOf({ code: 'unreachable' }), 'waiting'],
    ['waits on where we are not let in', failureOf({ code: 'unauthorized' }), 'waiting'],
    [
      'is held where the list is refused',
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

  it('goes once a person released it, as the record is then', async () => {
    await queue.ask([one])
    queue.alter(one, { updatedAt: 2 })
    queue.reach()
    await queue.until(() => expect(queue.states()).toEqual(['record-changed']))
    const ids = queue.view().changes.map(({ id }) => id)
    await queue.outbox().release(ids)
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
    expect(queue.calls).toEqual([{ id: 'order.lockAssets', assetNums: [one] }])
  })

  it('goes without a list where a person released it so', async () => {
    await queue.ask([one])
    queue.alter(one, null)
    queue.reach()
    await queue.until(() => expect(queue.states()).toEqual(['not-listed']))
    await queue.outbox().release(queue.view().changes.map(({ id }) => id))
    await queue.until(() => expect(queue.calls).toHaveLength(1))
  })
})

describe('what does not leave', () => {
  it('is what was withdrawn', async () => {
    await queue.ask([one, two])
    const [first] = queue.view().changes
    expect(await queue.outbox().withdraw([first?.id ?? ''])).toMatchObject({ value: { withdrawn: 1 } })
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
    expect(queue.calls).toEqual([{ id: 'order.lockAssets', assetNums: [two] }])
  })

  it('is what was withdrawn while its list was being read', async () => {
    await queue.ask([one, two])
    const [first] = queue.view().changes
    queue.does.whileReading = () => queue.outbox().withdraw([first?.id ?? ''])
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
    expect(queue.calls).toEqual([{ id: 'order.lockAssets', assetNums: [two] }])
  })

  it('is what was withdrawn while the disk was busy', async () => {
    await queue.ask([one, two])
    const [first] = queue.view().changes
    queue.does.save = () => {
      queue.does.save = () => undefined
      // Right behind the write that it comes upon.
      void Promise.resolve().then(() => queue.outbox().withdraw([first?.id ?? '']))
    }
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
    expect(queue.calls).toEqual([{ id: 'order.lockAssets', assetNums: [two] }])
  })

  it('is what has expired, held ones too', async () => {
    await queue.ask([one])
    queue.does.now += 24 * hour
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['expired']))
    expect(queue.states()).toEqual([])
    expect(queue.calls).toEqual([])
  })

  it('is what is of another platform', async () => {
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

  it('cannot be withdrawn once it is on its way', async () => {
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
    expect(await queue.outbox().withdraw([first?.id ?? ''])).toMatchObject({ value: { withdrawn: 0 } })
    answer()
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
  })
})

describe('a platform that is gone again', () => {
  it.each([1, 2])('gives %i rows back to the queue, which are sent once it is there', async (count) => {
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

  it('leaves unknown what was on its way; that is not queued again', async () => {
    await queue.ask([one])
    queue.does.answer = () => fail(failureOf({ code: 'timeout', changed: 'unknown' }))
    queue.reach()
    await queue.until(() => expect(queue.ends()).toEqual(['unknown']))
    expect(queue.states()).toEqual([])
  })
})

describe('a crash', () => {
  /** The intent as the queue writes it. */
  const intend = (assetNums: readonly string[]) => async () => {
    const ids = queue.file().read().items
    const written = await queue.journal().intend({
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
        .desk()
        .jobs.list(10)
        .every(({ state }) => state === 'ended'),
    ).toBe(true)
  })

  it('after the first byte leaves it unknown, and out of the queue', async () => {
    await queue.ask([one])
    await queue.restart(async (journal) => {
      const jobId = await intend([one])()
      await journal.sending(jobId, [0])
    })
    await queue.until(() => expect(queue.ends()).toEqual(['unknown']))
    queue.reach()
    await new Promise((done) => setTimeout(done, 30))
    expect(queue.calls).toEqual([])
  })

  it('after the answer, before the queue’s file, does not send it twice', async () => {
    await queue.ask([one])
    await queue.restart(async (journal) => {
      const jobId = await intend([one])()
      await journal.sending(jobId, [0])
      await journal.end(jobId, [{ row: 0, state: 'done', reason: null }])
    })
    await queue.until(() => expect(queue.ends()).toEqual(['done']))
    queue.reach()
    await new Promise((done) => setTimeout(done, 30))
    expect(queue.calls).toEqual([])
  })

  it('that damages the file holds what is left of it for a person', async () => {
    await queue.ask([one])
    await queue.ask([two])
    const path = join(queue.folder, 'queue.json')
    await writeFile(path, '{"version": 1, "items": [')
    const opened = await openJsonFile(path, outboxSchema, emptyOutbox)
    expect(opened.putAside).not.toBeNull()
    const held = holdAll(opened.file.read(), 5, 'file-damaged')
    expect(held.items.map((item) => [item.assetNum, item.held?.because])).toEqual([[one, 'file-damaged']])
  })
})
