import { describe, expect, it } from 'vitest'
import type { Job } from '#shared/model/changes/job'
import { sayChanges } from '../../src-main/branch/say-changes'

const jobOf = (over: Partial<Job>): Job =>
  ({ jobId: 'j1', action: 'disable', state: 'running', ...over }) as Partial<Job> as Job

const start = () => {
  let now = 1_000
  const rowStates = [{ state: 'intent' }, { state: 'intent' }, { state: 'completed' }]
  const said: unknown[] = []
  const say = sayChanges({
    branch: { sayChanging: (change) => void said.push(change) },
    journal: {
      job: () =>
        ({
          intent: {
            operatorIdentity: 'Zhang Jing',
            rows: ['LD1', 'LD2', 'LD3'].map((key) => ({ key })),
          },
          rowStates,
        }) as never,
    },
    address: 'https://platform.example/',
    now: () => now,
  })
  return { say, said, rowStates, pass: (ms: number) => (now += ms) }
}

describe('what this desk changes', () => {
  it('is said when a job starts, with the locks that are open, and again while it runs', () => {
    const { say, said, rowStates, pass } = start()
    say(jobOf({}))
    const about = { platform: 'https://platform.example', operator: 'Zhang Jing' }
    expect(said).toEqual([{ ...about, assets: ['LD1', 'LD2'] }])
    say(jobOf({}))
    expect(said).toHaveLength(1)
    rowStates[0] = { state: 'completed' }
    pass(21_000)
    say(jobOf({}))
    expect(said.slice(1)).toEqual([{ ...about, assets: ['LD2'] }])
    say(jobOf({ state: 'ended' }))
    rowStates[1] = { state: 'completed' }
    say(jobOf({}))
    expect(said).toHaveLength(2)
  })

  it('is not said of what is no lock', () => {
    const { say, said } = start()
    say(jobOf({ action: 'add-employee' }))
    expect(said).toEqual([])
  })
})
