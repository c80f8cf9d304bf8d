import { describe, expect, it } from 'vitest'
import { createSessionSwitch } from '../../src-main/environments/session-switch'

const world = () => {
  const log: string[] = []
  let busy = { onTheirWay: 0, jobs: 0 }
  const session = (environmentId: string) => ({
    environmentId,
    busy: () => busy,
    pauseJobs: () => {
      busy = { ...busy, jobs: 0 }
      return Promise.resolve()
    },
    stop: () => {
      log.push(`stop ${environmentId}`)
      return Promise.resolve()
    },
  })
  const sessions = createSessionSwitch({
    first: session('training'),
    open: (id) => {
      log.push(`open ${id}`)
      return Promise.resolve(session(id))
    },
    onSwitched: (id) => {
      log.push(`page ${id} ${sessions.current()?.environmentId ?? 'nothing'}`)
      return Promise.resolve()
    },
    onFault: () => log.push('fault'),
  })
  return { sessions, log, become: (next: typeof busy) => (busy = next) }
}

describe('going from one platform to another', () => {
  it('stops the one before the other begins, and answers nobody until the page is new', async () => {
    const { sessions, log } = world()
    expect(await sessions.to('north', { pauseJobs: false })).toEqual({ state: 'switched' })
    expect(log).toEqual(['stop training', 'open north', 'page north nothing'])
    expect(sessions.current()?.environmentId).toBe('north')
  })

  it('does not interrupt a change that has no answer, paused jobs or not', async () => {
    const { sessions, log, become } = world()
    become({ onTheirWay: 1, jobs: 0 })
    expect(await sessions.to('north', { pauseJobs: true })).toEqual({
      state: 'busy',
      onTheirWay: 1,
      jobs: 0,
    })
    expect([log, sessions.current()?.environmentId]).toEqual([[], 'training'])
  })

  it('leaves running jobs to the person, and pauses them when told to', async () => {
    const { sessions, become } = world()
    become({ onTheirWay: 0, jobs: 2 })
    expect(await sessions.to('north', { pauseJobs: false })).toMatchObject({ state: 'busy', jobs: 2 })
    expect(await sessions.to('north', { pauseJobs: true })).toEqual({ state: 'switched' })
  })

  it('takes one request at a time', async () => {
    const { sessions, log } = world()
    const first = sessions.to('north', { pauseJobs: false })
    expect(await sessions.to('south', { pauseJobs: false })).toMatchObject({ state: 'busy' })
    await first
    expect(log.filter((line) => line.startsWith('open'))).toEqual(['open north'])
  })

  it('takes one request at a time where both wait for jobs to pause', async () => {
    // Both had looked who is open before either left it: two desks then worked on one journal.
    const { sessions, log } = world()
    const answers = await Promise.all([
      sessions.to('north', { pauseJobs: true }),
      sessions.to('north', { pauseJobs: true }),
    ])
    expect(answers.map(({ state }) => state)).toEqual(['switched', 'busy'])
    expect(log.filter((line) => !line.startsWith('page'))).toEqual(['stop training', 'open north'])
  })

  it('opens the old one again where what lay between failed', async () => {
    const { sessions, log } = world()
    const failing = sessions.to('training', {
      pauseJobs: false,
      between: () => Promise.reject(new Error('disk')),
    })
    await expect(failing).rejects.toThrow('disk')
    expect(log).toEqual(['stop training', 'fault', 'open training', 'page training nothing'])
    expect(sessions.current()?.environmentId).toBe('training')
  })

  it('stops what is open at the end, after a switch under way', async () => {
    const { sessions, log } = world()
    void sessions.to('north', { pauseJobs: false })
    await sessions.stop()
    expect(log.at(-1)).toBe('stop north')
  })
})
