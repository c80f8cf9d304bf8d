import { expect, it, vi } from 'vitest'
import { createLearning } from '../../../src-main/locks/learn/learning'
import { bundledProfiles } from '../../../src-main/locks/profiles/load-profiles'
import { createLockSimulator } from '../../../src-main/locks/simulator/lock-simulator'
import { trainingModelLocks } from '../../../src-main/locks/simulator/simulated-device-file'
import { createWorld } from '../support/world'

it('offers two models that no profile reads, and that can be learned from their three locks', async () => {
  const { log } = createWorld()
  const simulator = createLockSimulator({
    log,
    items: [],
    modelLocks: trainingModelLocks(),
    recognition: { profiles: bundledProfiles, models: [] },
  })
  const { source } = simulator
  const learning = createLearning({
    profileTester: source,
    profiles: () => bundledProfiles,
    confirm: () => Promise.reject(new Error('nothing is sent')),
  })
  const models: number[] = []
  for (const group of ['practice-1', 'practice-2']) {
    learning.start()
    const locks = trainingModelLocks().flatMap((item) => (item.trayId.startsWith(group) ? [item] : []))
    expect(locks).toHaveLength(3)
    for (const { trayId, lock } of locks) {
      simulator.act(trayId, 'plug-in')
      await vi.waitFor(
        () => expect(source.list()[0]?.reading).toMatchObject({ reason: 'unknown-model' }),
        3_000,
      )
      const [device] = source.devices().devices
      expect(await learning.add(device?.deviceId ?? '', lock.number, false)).toMatchObject({ state: 'added' })
      simulator.act(trayId, 'pull-out')
      await vi.waitFor(() => expect(source.devices().devices).toEqual([]), 3_000)
    }
    expect(learning.state()).toMatchObject({ result: { state: 'learned' }, canSave: true, requests: [] })
    expect(learning.profile()?.profile.learned).toMatchObject({ simulated: true })
    expect(learning.report(true)).toContain('these are no real locks')
    models.push(learning.profile()?.profile.match.productId ?? 0)
  }
  expect(new Set(models).size).toBe(2)
  await source.stop()
}, 30_000)
