import { describe, expect, it } from 'vitest'
import { createPlatformSwitch } from '../../src-main/platform-session/platform-switch'

type Step = () => Promise<void>
const hang: Step = () => new Promise(() => undefined)
const failing =
  (what: string): Step =>
  () =>
    Promise.reject(new Error(what))
const limits = { stop: 20, between: 20, open: 20, page: 20 }

const world = (
  steps: {
    readonly stop?: (id: string) => Promise<void>
    readonly open?: (id: string) => Promise<void>
    readonly page?: (id: string) => Promise<void>
  } = {},
) => {
  const log: string[] = []
  let busy = { inFlight: 0, jobs: 0 }
  const session = (savedPlatformId: string) => ({
    savedPlatformId,
    busy: () => busy,
    pauseJobs: () => {
      busy = { ...busy, jobs: 0 }
      return Promise.resolve()
    },
    stop: () => {
      log.push(`stop ${savedPlatformId}`)
      return steps.stop?.(savedPlatformId) ?? Promise.resolve()
    },
  })
  const sessions = createPlatformSwitch({
    first: session('training'),
    open: async (id) => {
      log.push(`open ${id}`)
      await steps.open?.(id)
      return session(id)
    },
    onSwitched: (id) => {
      log.push(`page ${id} ${sessions.current()?.savedPlatformId ?? 'nothing'}`)
      return steps.page?.(id) ?? Promise.resolve()
    },
    onError: () => log.push('fault'),
    onFailed: (wanted, opened) => log.push(`not ${wanted}, but ${opened ?? 'nothing'}`),
    limits,
  })
  const open = () => sessions.current()?.savedPlatformId ?? null
  return { sessions, log, open, become: (next: typeof busy) => (busy = next) }
}

describe('switching platforms', () => {
  it('stops the old session before the new one starts, and refuses requests until the page reloaded', async () => {
    const { sessions, log } = world()
    expect(await sessions.to('north', { pauseJobs: false })).toEqual({ state: 'switched' })
    expect(log).toEqual(['stop training', 'open north', 'page north nothing'])
    expect(sessions.current()?.savedPlatformId).toBe('north')
  })

  it('does not interrupt a change without a response, whether jobs are paused or not', async () => {
    const { sessions, log, become } = world()
    become({ inFlight: 1, jobs: 0 })
    expect(await sessions.to('north', { pauseJobs: true })).toEqual({
      state: 'busy',
      inFlight: 1,
      jobs: 0,
    })
    expect([log, sessions.current()?.savedPlatformId]).toEqual([[], 'training'])
  })

  it('leaves running jobs to the user, and pauses them on request', async () => {
    const { sessions, become } = world()
    become({ inFlight: 0, jobs: 2 })
    expect(await sessions.to('north', { pauseJobs: false })).toMatchObject({ state: 'busy', jobs: 2 })
    expect(await sessions.to('north', { pauseJobs: true })).toEqual({ state: 'switched' })
  })

  it('handles one request at a time', async () => {
    const { sessions, log } = world()
    const first = sessions.to('north', { pauseJobs: false })
    expect(await sessions.to('south', { pauseJobs: false })).toMatchObject({ state: 'busy' })
    await first
    expect(log.filter((line) => line.startsWith('open'))).toEqual(['open north'])
  })

  it('handles one request at a time where both wait for jobs to pause', async () => {
    // Both read the open session before either left it: two sessions then used one journal.
    const { sessions, log } = world()
    const answers = await Promise.all([
      sessions.to('north', { pauseJobs: true }),
      sessions.to('north', { pauseJobs: true }),
    ])
    expect(answers.map(({ state }) => state)).toEqual(['switched', 'busy'])
    expect(log.filter((line) => !line.startsWith('page'))).toEqual(['stop training', 'open north'])
  })

  it('reopens the old session where the work in between failed', async () => {
    const { sessions, log } = world()
    const failing = sessions.to('training', {
      pauseJobs: false,
      between: () => Promise.reject(new Error('disk')),
    })
    await expect(failing).rejects.toThrow('disk')
    expect(log).toEqual([
      'stop training',
      'fault',
      'open training',
      'page training nothing',
      'not training, but training',
    ])
    expect(sessions.current()?.savedPlatformId).toBe('training')
  })

  it.each([
    ['fails', failing('keys')],
    ['hangs', hang],
  ])('reopens the old session where opening the new one %s, and reports it', async (_how, step) => {
    const { sessions, log, open } = world({ open: (id) => (id === 'north' ? step() : Promise.resolve()) })
    await expect(sessions.to('north', { pauseJobs: false })).rejects.toThrow()
    expect(open()).toBe('training')
    expect(log.at(-1)).toBe('not north, but training')
    expect(await sessions.to('south', { pauseJobs: false })).toEqual({ state: 'switched' })
  })

  it.each([
    ['fails', failing('page')],
    ['hangs', hang],
  ])('stops the new session and reopens the old one where the page %s', async (_how, step) => {
    const { sessions, log, open } = world({ page: (id) => (id === 'north' ? step() : Promise.resolve()) })
    await expect(sessions.to('north', { pauseJobs: false })).rejects.toThrow()
    expect(open()).toBe('training')
    expect(log).toContain('stop north')
  })

  it.each([
    ['fails', failing('disk')],
    ['hangs', hang],
  ])('continues to the new session where stopping the old one %s', async (_how, step) => {
    const { sessions, open } = world({ stop: (id) => (id === 'training' ? step() : Promise.resolve()) })
    expect(await sessions.to('north', { pauseJobs: false })).toEqual({ state: 'switched' })
    expect(open()).toBe('north')
  })

  it('reports that no session is open where the old one fails too, and opens one on request', async () => {
    let isBroken = true
    const { sessions, log, open } = world({ open: () => (isBroken ? hang() : Promise.resolve()) })
    await expect(sessions.to('north', { pauseJobs: false })).rejects.toThrow()
    expect([open(), log.at(-1)]).toEqual([null, 'not north, but nothing'])
    isBroken = false
    expect(await sessions.to('training', { pauseJobs: true })).toEqual({ state: 'switched' })
    expect(open()).toBe('training')
  })

  it('opens no session while work on its files does not end', async () => {
    const { sessions, log, open } = world()
    await expect(sessions.to('training', { pauseJobs: false, between: hang })).rejects.toThrow()
    expect([open(), log]).toEqual([null, ['stop training', 'fault', 'not training, but nothing']])
  })

  it('stops a session that opens too late', async () => {
    let finish: () => void = () => undefined
    const late = () => new Promise<void>((done) => (finish = done))
    const { sessions, log, open } = world({ open: (id) => (id === 'north' ? late() : Promise.resolve()) })
    await expect(sessions.to('north', { pauseJobs: false })).rejects.toThrow()
    finish()
    await new Promise((done) => setTimeout(done, 0))
    expect([open(), log.at(-1)]).toEqual(['training', 'stop north'])
  })

  it('stops the open session at the end, after a switch in progress', async () => {
    const { sessions, log } = world()
    void sessions.to('north', { pauseJobs: false })
    await sessions.stop()
    expect(log.at(-1)).toBe('stop north')
  })
})
