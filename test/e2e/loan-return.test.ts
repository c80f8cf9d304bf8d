import { expect, it } from 'vitest'
import { startApp } from '../support/app'

it('in training, a lock that is back is closed once the platform got it', async () => {
  const desk = await startApp()
  const rows = async () => (await desk.command('loans/list', { from: 0, limit: 100 })).rows
  await expect.poll(async () => (await rows()).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const [loan] = await rows()
  if (loan === undefined) throw new Error('no loan in the training data')
  const { borrowedUsbKey, memberGlobalId } = loan
  const stateOf = async () =>
    (await rows()).find(
      (one) => one.borrowedUsbKey === borrowedUsbKey && one.memberGlobalId === memberGlobalId,
    )?.state
  expect(await desk.outcome('loans/simulate-return', { borrowedUsbKey: '9' })).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  })
  await desk.command('loans/set-returned', { borrowedUsbKey, memberGlobalId, operatorIdentity: 'Li Wei' })
  expect(await stateOf()).toBe('returned')
  await desk.command('loans/simulate-return', { borrowedUsbKey })
  await expect.poll(stateOf, { timeout: 30_000 }).toBe('closed')
  await desk.stop()
})
