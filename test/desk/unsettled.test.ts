import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { operationOf } from '#shared/model/change'
import type { ChangeAction } from '#shared/model/change'
import type { ChangingOperationId } from '#shared/operations'
import { changeKinds } from '../../src-main/desk/kinds/kinds'
import { settleAfterMs } from '../../src-main/desk/settle-clock'
import type { Json } from '../../src-main/journal/record'
import { numbered, startEngine } from './support/engine'
import type { Engine } from './support/engine'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.stop())

/** A change without an answer, as a process that died left it. */
const leave = async (
  operation: ChangingOperationId,
  keys: readonly string[] = ['K1'],
  over: { request?: Json; environment?: string } = {},
) => {
  const written = await engine.journal.intend({
    operation,
    operatorIdentity: 'Li Wei',
    environment: over.environment ?? engine.does.environment,
    training: false,
    chunkSize: 10,
    retryOf: null,
    rows: keys.map((key) => ({
      key,
      shellNumber: null,
      enterpriseGlobalId: 'E1',
      enterpriseName: 'North Bridge',
      lockedBefore: null,
      memberGlobalId: null,
      memberName: null,
      request: over.request ?? null,
    })),
  })
  if (!written.ok) throw new Error('not written')
  const { jobId } = written.value
  const places = keys.map((_key, place) => place)
  await engine.journal.sending(jobId, places)
  await engine.journal.end(
    jobId,
    places.map((row) => ({ row, state: 'unknown', reason: { kind: 'missing-in-answer' } })),
  )
  return places.map((place) => `${jobId}.${place}`)
}
const said = (entryIds: readonly string[], as: 'done' | 'failed' | 'left') => ({
  entryIds,
  as,
  note: ' asked Chen by phone ',
  operatorIdentity: 'Wang',
})
/** Nothing can arrive late any more. */
const later = () => {
  const from = Date.now() + settleAfterMs
  engine.does.now = () => from
}
const listed = () => engine.desk.unsettled.list()

describe('what is to be settled', () => {
  it('is every change that nobody knows the end of, oldest first, of this platform or another', async () => {
    await leave('order.createEnterprise', ['C1'])
    await leave('member.resetPassword', ['M1'], { environment: 'https://other.example' })
    await engine.single(1)
    const { total, changes } = listed()
    expect(total).toBe(2)
    expect(
      changes.map(({ entry, readable, elsewhere, overtaken }) => [
        entry.action,
        readable,
        elsewhere,
        overtaken,
      ]),
    ).toEqual([
      ['create-enterprise', false, false, false],
      ['reset-password', false, true, false],
    ])
  })

  it('says what the lists say now and since when that is certain', async () => {
    engine.does.locked = () => false
    const [id = ''] = await leave('order.lockAssets', [numbered(1)])
    expect(listed().changes[0]).toMatchObject({ readable: true, look: null })
    await engine.desk.unsettled.lookUp([id])
    const [change] = listed().changes
    expect(change?.look?.seen).toBe('not-applied')
    expect((change?.certainFrom ?? 0) - (change?.sentAt ?? 0)).toBe(settleAfterMs)
    engine.does.locked = () => true
    expect(await engine.desk.unsettled.lookUp([id])).toMatchObject([
      { state: 'done', reason: { kind: 'read-back-applied' } },
    ])
    expect(listed().total).toBe(0)
  })

  it('is proved not to have happened by two looks past the settle time only', async () => {
    engine.does.locked = () => false
    const [id = ''] = await leave('order.lockAssets', [numbered(1)])
    expect(await engine.desk.unsettled.lookUp([id])).toMatchObject([{ state: 'unknown' }])
    engine.does.now = () => Date.now() + settleAfterMs
    expect(await engine.desk.unsettled.lookUp([id])).toMatchObject([
      { state: 'failed', reason: { kind: 'read-back-not-applied' } },
    ])
  })

  it('looks the rows of one job up together, over one reading of the lists', async () => {
    let reads = 0
    const ids = await leave('member.deleteEmployee', ['M1', 'M2', 'M3'], {
      request: { enterpriseGlobalId: 'E1', memberGlobalId: 'M9', memberName: 'Chen' },
    })
    engine.does.read = (id) => {
      reads += 1
      expect(id).toBe('member.listEmployees')
      return { ok: true, value: { list: [], total: 0, pages: 1 } }
    }
    await engine.desk.unsettled.lookUp(ids)
    expect(reads).toBe(1)
  })

  it('is overtaken once a later change of the same lock has left, and may then be closed', async () => {
    const [id = ''] = await leave('order.lockAssets', [numbered(1)])
    expect(await engine.desk.unsettled.byHand(said([id], 'left'))).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
    await engine.single(1, { action: 'enable' })
    expect(listed().changes).toMatchObject([{ overtaken: true }])
    // Until then it may still be carried out, after the later one.
    expect(await engine.desk.unsettled.byHand(said([id], 'left'))).toMatchObject({
      ok: false,
      error: { code: 'too-early' },
    })
    later()
    expect(await engine.desk.unsettled.byHand(said([id], 'left'))).toMatchObject({
      value: [{ state: 'unknown', reason: { kind: 'left-unknown', operatorIdentity: 'Wang' } }],
    })
    expect(listed().total).toBe(0)
  })
})

describe('a later one of the same name', () => {
  /** The same is asked for once more, and the platform says this of it. */
  const again = async (operation: ChangingOperationId, key: string, state: 'done' | 'failed') => {
    const [later = ''] = await leave(operation, [key])
    await engine.journal.end(later.slice(0, later.lastIndexOf('.')), [{ row: 0, state, reason: null }])
  }
  const overtaken = () => listed().changes.map((each) => each.overtaken)

  it.each(['order.batchOrder', 'order.createEnterprise'] as const)(
    'takes nothing from an unknown %s: both may have been carried out',
    async (operation) => {
      const [first = ''] = await leave(operation, ['O1'])
      await again(operation, 'O1', 'done')
      later()
      expect(overtaken()).toEqual([false])
      expect(await engine.desk.unsettled.byHand(said([first], 'left'))).toMatchObject({
        error: { code: 'not-found' },
      })
    },
  )

  it('takes the place of what it writes over, unless it was refused', async () => {
    await leave('order.updateCustomer', ['C1'])
    await again('order.updateCustomer', 'C1', 'failed')
    expect(overtaken()).toEqual([false])
    await again('order.updateCustomer', 'C1', 'done')
    expect(overtaken()).toEqual([true])
  })

  it('that was refused keeps no look-up from the first', async () => {
    engine.does.locked = () => true
    const [first = ''] = await leave('order.lockAssets', [numbered(1)])
    engine.does.answer = (nums) => ({ ok: true, value: nums.map((assetNum) => ({ assetNum, status: 3 })) })
    expect(await engine.single(1, { action: 'enable' })).toMatchObject({ state: 'failed' })
    expect(await engine.desk.unsettled.lookUp([first])).toMatchObject([{ state: 'done' }])
  })
})

describe('a person who found out', () => {
  const actions = Object.keys(operationOf) as ChangeAction[]
  it.each(actions)(
    'settles an unknown “%s” either way, and the journal keeps who and why',
    async (action) => {
      const operation = operationOf[action]
      const [first = ''] = await leave(operation, ['K1'])
      const [second = ''] = await leave(operation, ['K2'])
      later()
      const reason = { kind: 'said-by-person', operatorIdentity: 'Wang', note: 'asked Chen by phone' }
      expect(listed().changes.map(({ readable }) => readable)).toEqual(
        Array(2).fill(changeKinds[operation].readBack !== null),
      )
      expect(await engine.desk.unsettled.byHand(said([first], 'done'))).toMatchObject({
        value: [{ state: 'done', reason, action }],
      })
      expect(await engine.desk.unsettled.byHand(said([second], 'failed'))).toMatchObject({
        value: [{ state: 'failed', reason, action }],
      })
      expect(listed().total).toBe(0)
      await engine.restart()
      expect(engine.journal.change(first)).toMatchObject({ state: 'done', reason })
      expect(engine.journal.change(second)).toMatchObject({ state: 'failed', reason })
    },
  )

  it('does not overrule what has been settled meanwhile', async () => {
    const [first = '', second = ''] = await leave('member.addEmployees', ['a', 'b'])
    later()
    await engine.desk.unsettled.byHand(said([first], 'done'))
    expect(await engine.desk.unsettled.byHand(said([first, second], 'failed'))).toMatchObject({
      value: [{ key: 'b', state: 'failed' }],
    })
    expect(engine.journal.change(first)).toMatchObject({ state: 'done' })
    expect(await engine.desk.unsettled.byHand(said([first, 'nobody.0'], 'failed'))).toMatchObject({
      ok: false,
    })
  })

  it('says “not done” no sooner than a late commit is impossible, and “done” at any time', async () => {
    const [first = ''] = await leave('order.createEnterprise', ['C1'])
    const [second = ''] = await leave('order.createEnterprise', ['C2'])
    const from = listed().changes[0]?.certainFrom ?? 0
    engine.does.now = () => from - 1
    expect(await engine.desk.unsettled.byHand(said([first], 'failed'))).toMatchObject({
      ok: false,
      error: { code: 'too-early' },
    })
    expect(engine.journal.change(first)).toMatchObject({ state: 'unknown' })
    expect(await engine.desk.unsettled.byHand(said([second], 'done'))).toMatchObject({
      value: [{ state: 'done' }],
    })
    engine.does.now = () => from
    expect(await engine.desk.unsettled.byHand(said([first], 'failed'))).toMatchObject({
      value: [{ state: 'failed' }],
    })
  })

  it('says it of those alone of which it is certain by then', async () => {
    const [first = ''] = await leave('order.createEnterprise', ['C1'])
    await new Promise((done) => setTimeout(done, 5))
    const [second = ''] = await leave('order.createEnterprise', ['C2'])
    const from = listed().changes[0]?.certainFrom ?? 0
    engine.does.now = () => from
    expect(await engine.desk.unsettled.byHand(said([first, second], 'failed'))).toMatchObject({
      value: [{ key: 'C1', state: 'failed' }],
    })
    expect(listed().changes).toMatchObject([{ entry: { key: 'C2' } }])
  })

  it('comes first or last, but never both: of two words in one instant the first counts', async () => {
    engine.does.locked = () => true
    const [one = ''] = await leave('order.lockAssets', [numbered(1)])
    const [two = ''] = await leave('order.lockAssets', [numbered(2)])
    later()
    // Both are on their way to the disk before either is there.
    const place = one.slice(0, one.lastIndexOf('.'))
    const [, answer] = await Promise.all([
      engine.journal.end(place, [{ row: 0, state: 'done', reason: { kind: 'read-back-applied' } }]),
      engine.desk.unsettled.byHand(said([one], 'failed')),
    ])
    expect(answer).toMatchObject({ ok: false, error: { code: 'not-found' } })
    expect(engine.journal.change(one)).toMatchObject({ state: 'done', reason: { kind: 'read-back-applied' } })
    const other = two.slice(0, two.lastIndexOf('.'))
    const [word] = await Promise.all([
      engine.desk.unsettled.byHand(said([two], 'failed')),
      engine.journal.end(other, [{ row: 0, state: 'done', reason: { kind: 'read-back-applied' } }]),
    ])
    expect(word).toMatchObject({ value: [{ state: 'failed', reason: { kind: 'said-by-person' } }] })
    await engine.restart()
    expect(engine.journal.change(one)).toMatchObject({ reason: { kind: 'read-back-applied' } })
    expect(engine.journal.change(two)).toMatchObject({ reason: { kind: 'said-by-person' } })
  })

  it('is told where the disk does not take it', async () => {
    const [id = ''] = await leave('order.batchOrder')
    engine.does.write = () => {
      throw new Error('ENOSPC')
    }
    expect(await engine.desk.unsettled.byHand(said([id], 'done'))).toMatchObject({
      ok: false,
      error: { code: 'not-saved' },
    })
    expect(listed().total).toBe(1)
  })
})
