import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRunningWork } from '../../src-main/platform-session/running-work'
import { gateOf, rowsOf, startEngine, succeedAll } from '../changes/support/engine'
import type { Engine } from '../changes/support/engine'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.stop())

it('counts requests without a result and jobs, and is paused when no job sends any more', async () => {
  const imports = { isRunning: () => true, pause: vi.fn(), settled: () => Promise.resolve() }
  const work = createRunningWork({
    journal: engine.journal,
    platformId: engine.does.environment,
    jobs: engine.changeService.jobs,
    enterpriseImports: imports,
  })
  expect(work.busy()).toEqual({ inFlight: 0, jobs: 1 })
  const held = gateOf()
  engine.does.answer = async (assetNums) => {
    await held.passed
    return succeedAll(assetNums)
  }
  await engine.start(rowsOf(40))
  await vi.waitFor(() => expect(engine.calls).toHaveLength(1))
  expect(work.busy()).toEqual({ inFlight: 10, jobs: 2 })
  let isPaused = false
  const pausing = work.pauseJobs().then(() => (isPaused = true))
  expect(imports.pause).toHaveBeenCalledWith('platform-switched')
  expect(isPaused).toBe(false)
  held.open(undefined)
  await pausing
  expect(engine.calls).toHaveLength(1)
  expect(work.busy()).toEqual({ inFlight: 0, jobs: 1 })
})
