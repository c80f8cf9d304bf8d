import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { operationOf } from '#shared/model/changes/change'
import type { ChangeAction } from '#shared/model/changes/change'
import type { ChangingOperationId } from '#shared/operations'
import { changeOperations } from '../../../src-main/changes/operations/change-operations'
import { settleDelayMs } from '../../../src-main/changes/reconcile/settle-delay'
import type { Json } from '../../../src-main/journal/record'
import { numbered, startEngine } from '../support/engine'
import type { Engine } from '../support/engine'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.stop())

/** A change without a response, as a dead process left it. */
const leave = async (
  operation: ChangingOperationId,
  keys: readonly string[] = ['K1'],
  over: { request?: Json; environment?: string } = {},
) => {
  const written = await engine.journal.recordIntent({
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
  const rowIndexes = keys.map((_key, rowIndex) => rowIndex)
  await engine.journal.recordSent(jobId, rowIndexes)
  await engine.journal.recordResults(
    jobId,
    rowIndexes.map((row) => ({ row, state: 'unknown', reason: { kind: 'missing-in-answer' } })),
  )
  return rowIndexes.map((rowIndex) => `${jobId}.${rowIndex}`)
}
const review = (entryIds: readonly string[], as: 'done' | 'failed' | 'left') => ({
  entryIds,
  as,
  note: ' asked Chen by phone ',
  operatorIdentity: 'Wang',
})
/** Past the time in which a late commit may arrive. */
const later = () => {
  const from = Date.now() + settleDelayMs
  engine.does.now = () => from
}
const listed = () => engine.changeService.unresolved.list()

describe('unresolved changes', () => {
  it('are all unconfirmed changes of this platform and others, oldest first', async () => {
    await leave('order.createEnterprise', ['C1'])
    await leave('member.resetPassword', ['M1'], { environment: 'https://other.example' })
    await engine.single(1)
    const { total, changes } = listed()
    expect(total).toBe(2)
    expect(
      changes.map(({ entry, readable, elsewhere, superseded }) => [
        entry.action,
        readable,
        elsewhere,
        superseded,
      ]),
    ).toEqual([
      ['create-enterprise', false, false, false],
      ['reset-password', false, true, false],
    ])
  })

  it('include the last read of the lists and the time at which it becomes certain', async () => {
    engine.does.locked = () => false
    const [id = ''] = await leave('order.lockAssets', [numbered(1)])
    expect(listed().changes[0]).toMatchObject({ readable: true, look: null })
    await engine.changeService.unresolved.checkResults([id])
    const [change] = listed().changes
    expect(change?.look?.seen).toBe('not-applied')
    expect((change?.certainFrom ?? 0) - (change?.sentAt ?? 0)).toBe(settleDelayMs)
    engine.does.locked = () => true
    expect(await engine.changeService.unresolved.checkResults([id])).toMatchObject([
      { entry: { state: 'done', reason: { kind: 'read-back-applied' } } },
    ])
    expect(listed().total).toBe(0)
  })

  it('are proved as not applied only by two reads past the settle delay', async () => {
    engine.does.locked = () => false
    const [id = ''] = await leave('order.lockAssets', [numbered(1)])
    expect(await engine.changeService.unresolved.checkResults([id])).toMatchObject([
      { entry: { state: 'unknown' }, look: { seen: 'not-applied' } },
    ])
    engine.does.now = () => Date.now() + settleDelayMs
    expect(await engine.changeService.unresolved.checkResults([id])).toMatchObject([
      { entry: { state: 'failed', reason: { kind: 'read-back-not-applied' } } },
    ])
  })

  it('of one job are read back together over one read of the lists', async () => {
    let reads = 0
    const ids = await leave('member.deleteEmployee', ['M1', 'M2', 'M3'], {
      request: { enterpriseGlobalId: 'E1', memberGlobalId: 'M9', memberName: 'Chen' },
    })
    engine.does.read = (id) => {
      reads += 1
      expect(id).toBe('member.listEmployees')
      return { ok: true, value: { list: [], total: 0, pages: 1 } }
    }
    await engine.changeService.unresolved.checkResults(ids)
    expect(reads).toBe(1)
  })

  it('are superseded once a later change of the same lock was sent, and can then be closed', async () => {
    const [id = ''] = await leave('order.lockAssets', [numbered(1)])
    expect(await engine.changeService.unresolved.recordReview(review([id], 'left'))).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
    await engine.single(1, { action: 'enable' })
    expect(listed().changes).toMatchObject([{ superseded: true }])
    // Until the delay is over, the first may still be carried out after the later one.
    expect(await engine.changeService.unresolved.recordReview(review([id], 'left'))).toMatchObject({
      ok: false,
      error: { code: 'too-early' },
    })
    later()
    expect(await engine.changeService.unresolved.recordReview(review([id], 'left'))).toMatchObject({
      value: [{ state: 'unknown', reason: { kind: 'left-unknown', operatorIdentity: 'Wang' } }],
    })
    expect(listed().total).toBe(0)
  })
})

describe('a later change of the same item', () => {
  /** Repeats the change; the platform gives this result. */
  const again = async (operation: ChangingOperationId, key: string, state: 'done' | 'failed') => {
    const [later = ''] = await leave(operation, [key])
    await engine.journal.recordResults(later.slice(0, later.lastIndexOf('.')), [
      { row: 0, state, reason: null },
    ])
  }
  const superseded = () => listed().changes.map((each) => each.superseded)

  it.each(['order.batchOrder', 'order.createEnterprise'] as const)(
    'does not resolve an unconfirmed %s: both may have been carried out',
    async (operation) => {
      const [first = ''] = await leave(operation, ['O1'])
      await again(operation, 'O1', 'done')
      later()
      expect(superseded()).toEqual([false])
      expect(await engine.changeService.unresolved.recordReview(review([first], 'left'))).toMatchObject({
        error: { code: 'not-found' },
      })
    },
  )

  it('supersedes what it overwrites, unless it failed', async () => {
    await leave('order.updateCustomer', ['C1'])
    await again('order.updateCustomer', 'C1', 'failed')
    expect(superseded()).toEqual([false])
    await again('order.updateCustomer', 'C1', 'done')
    expect(superseded()).toEqual([true])
  })

  it('that failed does not prevent reading back the first', async () => {
    engine.does.locked = () => true
    const [first = ''] = await leave('order.lockAssets', [numbered(1)])
    engine.does.answer = (nums) => ({ ok: true, value: nums.map((assetNum) => ({ assetNum, status: 3 })) })
    expect(await engine.single(1, { action: 'enable' })).toMatchObject({ state: 'failed' })
    expect(await engine.changeService.unresolved.checkResults([first])).toMatchObject([
      { entry: { state: 'done' } },
    ])
  })
})

describe('manual review', () => {
  const actions = Object.keys(operationOf) as ChangeAction[]
  it.each(actions)(
    'resolves an unconfirmed “%s” either way, and records the operator and the reason',
    async (action) => {
      const operation = operationOf[action]
      const [first = ''] = await leave(operation, ['K1'])
      const [second = ''] = await leave(operation, ['K2'])
      later()
      const reason = { kind: 'said-by-person', operatorIdentity: 'Wang', note: 'asked Chen by phone' }
      expect(listed().changes.map(({ readable }) => readable)).toEqual(
        Array(2).fill(changeOperations[operation].readBack !== null),
      )
      expect(await engine.changeService.unresolved.recordReview(review([first], 'done'))).toMatchObject({
        value: [{ state: 'done', reason, action }],
      })
      expect(await engine.changeService.unresolved.recordReview(review([second], 'failed'))).toMatchObject({
        value: [{ state: 'failed', reason, action }],
      })
      expect(listed().total).toBe(0)
      await engine.restart()
      expect(engine.journal.change(first)).toMatchObject({ state: 'done', reason })
      expect(engine.journal.change(second)).toMatchObject({ state: 'failed', reason })
    },
  )

  it('does not overwrite a change resolved meanwhile', async () => {
    const [first = '', second = ''] = await leave('member.addEmployees', ['a', 'b'])
    later()
    await engine.changeService.unresolved.recordReview(review([first], 'done'))
    expect(
      await engine.changeService.unresolved.recordReview(review([first, second], 'failed')),
    ).toMatchObject({
      value: [{ key: 'b', state: 'failed' }],
    })
    expect(engine.journal.change(first)).toMatchObject({ state: 'done' })
    expect(
      await engine.changeService.unresolved.recordReview(review([first, 'no-such-job.0'], 'failed')),
    ).toMatchObject({
      ok: false,
    })
  })

  it('accepts “not completed” only when a late commit is impossible, and “completed” at any time', async () => {
    const [first = ''] = await leave('order.createEnterprise', ['C1'])
    const [second = ''] = await leave('order.createEnterprise', ['C2'])
    const askedAt = Date.now()
    engine.does.now = () => askedAt
    const from = listed().changes[0]?.certainFrom ?? 0
    engine.does.now = () => from - 1
    expect(await engine.changeService.unresolved.recordReview(review([first], 'failed'))).toMatchObject({
      ok: false,
      error: { code: 'too-early' },
    })
    expect(engine.journal.change(first)).toMatchObject({ state: 'unknown' })
    expect(await engine.changeService.unresolved.recordReview(review([second], 'done'))).toMatchObject({
      value: [{ state: 'done' }],
    })
    engine.does.now = () => from
    expect(await engine.changeService.unresolved.recordReview(review([first], 'failed'))).toMatchObject({
      value: [{ state: 'failed' }],
    })
  })

  it('accepts it only for the changes that are certain by then', async () => {
    const [first = ''] = await leave('order.createEnterprise', ['C1'])
    await new Promise((done) => setTimeout(done, 5))
    const [second = ''] = await leave('order.createEnterprise', ['C2'])
    const from = listed().changes[0]?.certainFrom ?? 0
    engine.does.now = () => from
    expect(
      await engine.changeService.unresolved.recordReview(review([first, second], 'failed')),
    ).toMatchObject({
      value: [{ key: 'C1', state: 'failed' }],
    })
    expect(listed().changes).toMatchObject([{ entry: { key: 'C2' } }])
  })

  it('and a read-back at the same time give one result: the first counts', async () => {
    engine.does.locked = () => true
    const [one = ''] = await leave('order.lockAssets', [numbered(1)])
    const [two = ''] = await leave('order.lockAssets', [numbered(2)])
    later()
    // Both are being written to disk at the same time.
    const rowIndex = one.slice(0, one.lastIndexOf('.'))
    const [, answer] = await Promise.all([
      engine.journal.recordResults(rowIndex, [
        { row: 0, state: 'done', reason: { kind: 'read-back-applied' } },
      ]),
      engine.changeService.unresolved.recordReview(review([one], 'failed')),
    ])
    expect(answer).toMatchObject({ ok: false, error: { code: 'not-found' } })
    expect(engine.journal.change(one)).toMatchObject({ state: 'done', reason: { kind: 'read-back-applied' } })
    const other = two.slice(0, two.lastIndexOf('.'))
    const [word] = await Promise.all([
      engine.changeService.unresolved.recordReview(review([two], 'failed')),
      engine.journal.recordResults(other, [{ row: 0, state: 'done', reason: { kind: 'read-back-applied' } }]),
    ])
    expect(word).toMatchObject({ value: [{ state: 'failed', reason: { kind: 'said-by-person' } }] })
    await engine.restart()
    expect(engine.journal.change(one)).toMatchObject({ reason: { kind: 'read-back-applied' } })
    expect(engine.journal.change(two)).toMatchObject({ reason: { kind: 'said-by-person' } })
  })

  it('reports where the disk does not accept it', async () => {
    const [id = ''] = await leave('order.batchOrder')
    engine.does.write = () => {
      throw new Error('ENOSPC')
    }
    expect(await engine.changeService.unresolved.recordReview(review([id], 'done'))).toMatchObject({
      ok: false,
      error: { code: 'not-saved' },
    })
    expect(listed().total).toBe(1)
  })
})
