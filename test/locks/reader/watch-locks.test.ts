import { describe, expect, it } from 'vitest'
import { DeadlineError } from '../../../src-main/util/async'
import { watchLocks } from '../../../src-main/locks/reader/watch-locks'
import { createWorld } from '../support/world'

const start = async ({ events = true, sign = null as string | null } = {}) => {
  const world = createWorld()
  const began = world.clock.now()
  const scans: string[] = []
  const state = { sign, stuck: 0, error: null as Error | null, events, onEvent: (): void => undefined }
  const stop = watchLocks({
    ...world,
    reader: {
      scan: (depth) => {
        scans.push(`${depth} at ${world.clock.now() - began}`)
        return state.error === null ? Promise.resolve() : Promise.reject(state.error)
      },
    },
    port: { fingerprint: () => Promise.resolve(state.sign) },
    watchEvents: (onEvent) => {
      state.onEvent = onEvent
      return Promise.resolve(state.events ? () => undefined : null)
    },
    onStuck: () => (state.stuck += 1),
  })
  await world.clock.settle()
  return { ...world, scans, state, stop }
}

describe('watchLocks', () => {
  it('scans at once and then every five seconds', async () => {
    const { scans, clock } = await start()
    await clock.advance(10_000)
    expect(scans).toEqual(['blocked at 0', 'blocked at 5000', 'blocked at 10000'])
  })

  it('scans half a second after the last of several events', async () => {
    const { scans, clock, state } = await start()
    await clock.advance(100)
    state.onEvent()
    await clock.advance(300)
    state.onEvent()
    await clock.advance(600)
    expect(scans).toEqual(['blocked at 0', 'verify at 900'])
  })

  it('scans when the fingerprint changed without an event', async () => {
    const { scans, clock, state } = await start({ events: false, sign: 'one' })
    await clock.advance(1000)
    state.sign = 'two'
    await clock.advance(750)
    expect(scans).toEqual(['blocked at 0', 'verify at 1750'])
  })

  it('does not delay an event for a fingerprint change', async () => {
    const { scans, clock, state } = await start({ sign: 'one' })
    await clock.advance(200)
    state.onEvent()
    state.sign = 'two'
    await clock.advance(4000)
    expect(scans).toEqual(['blocked at 0', 'verify at 700'])
  })

  it('starts to listen when USB becomes available late', async () => {
    const { scans, clock, state } = await start({ events: false })
    state.events = true
    await clock.advance(5000)
    state.onEvent()
    await clock.advance(500)
    expect(scans.at(-1)).toBe('verify at 5500')
  })

  it('logs one line while the devices cannot be listed', async () => {
    const { clock, state, logged } = await start()
    state.error = new Error('libudev.so.1 is missing')
    await clock.advance(60_000)
    expect(logged).toEqual(['warn: the HID devices cannot be listed: Error: libudev.so.1 is missing'])
    expect(state.stuck).toBe(0)
  })

  it('requests a new process when listing hangs three times in a row', async () => {
    const { clock, state } = await start()
    state.error = new DeadlineError(10_000)
    await clock.advance(10_000)
    expect(state.stuck).toBe(0)
    await clock.advance(5000)
    expect(state.stuck).toBe(1)
  })

  it('stops', async () => {
    const { scans, clock, state, stop } = await start()
    state.onEvent()
    stop()
    await clock.advance(60_000)
    expect(scans).toEqual(['blocked at 0'])
  })
})
