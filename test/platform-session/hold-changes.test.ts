import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdChanges } from '../../src-main/platform-session/hold-changes'
import { failureOf, gateOf, rowsOf, startEngine, succeedAll } from '../changes/support/engine'
import type { Engine } from '../changes/support/engine'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.stop())

const mark = () => {
  engine.does.isLookOnly = true
  return holdChanges(engine.changeService)
}

it('a job that is being sent pauses after its request, and cannot be resumed until the mark is ended', async () => {
  const held = gateOf()
  engine.does.answer = async (assetNums, call) => {
    if (call === 2) await held.passed
    return succeedAll(assetNums)
  }
  const jobId = await engine.start(rowsOf(40))
  await vi.waitFor(() => expect(engine.calls).toHaveLength(2))
  expect(mark()).toBe(false)
  held.open(undefined)
  await engine.until(jobId, 'paused', 'requested')
  expect(engine.calls).toHaveLength(2)
  expect(engine.changeService.jobs.resume(jobId)).toMatchObject({ error: { code: 'look-only' } })
  await expect(engine.start(rowsOf(2, 100))).rejects.toThrow('look-only')
  engine.does.isLookOnly = false
  expect(engine.changeService.jobs.resume(jobId)).toMatchObject({ ok: true })
  await engine.until(jobId, 'ended')
  expect(engine.calls).toHaveLength(4)
})

it('a job that waits for the platform does not go on by itself', async () => {
  const away = failureOf({ code: 'unreachable' })
  let isAway = true
  engine.does.refuse = () => (isAway ? away : null)
  engine.does.probe = () => Promise.resolve(isAway ? away : null)
  const jobId = await engine.start(rowsOf(20))
  await engine.until(jobId, 'paused', 'platform')
  mark()
  isAway = false
  await engine.until(jobId, 'paused', 'requested')
  expect(engine.calls).toEqual([])
})

it('continuous mode ends', async () => {
  expect(await engine.changeService.startContinuous('disable', 'Li Wei')).toMatchObject({ ok: true })
  expect(mark()).toBe(true)
  expect(await engine.changeService.startContinuous('disable', 'Li Wei')).toMatchObject({
    error: { code: 'look-only' },
  })
})
