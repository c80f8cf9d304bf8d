import { expect, it, vi } from 'vitest'
import { gateOf, rowsOf, startEngine, succeedAll } from './support/engine'
import { changeOne } from './support/change-one'

it('an open dialog about one lock does not block a job with the same lock', async () => {
  const engine = await startEngine()
  const { changeService, does } = engine
  const who = { action: 'disable' as const, operatorIdentity: 'Li Wei' }
  for (const row of rowsOf(50)) await changeOne(changeService, { ...row, ...who })
  does.chunkSize = 1
  const call = gateOf()
  does.answer = async (assetNums) => {
    await call.passed
    return succeedAll(assetNums)
  }
  const started = await changeService.startJob({ ...who, rows: rowsOf(3, 60), retryOf: null })
  if (!started.ok) throw new Error(started.error.message)
  const person = gateOf<boolean>()
  does.confirm = () => person.passed
  const [second] = rowsOf(1, 61)
  const single = changeOne(changeService, { ...second!, ...who })
  await vi.waitFor(() => expect(engine.asked).toHaveLength(2))
  call.open(undefined)
  const jobOf = () => changeService.jobs.list(100).find(({ jobId }) => jobId === started.value.jobId)
  await vi.waitFor(() => expect(jobOf()).toMatchObject({ state: 'ended', counts: { done: 3 } }))
  person.open(true)
  expect(await single).toMatchObject({ state: 'done' })
  await engine.stop()
})
