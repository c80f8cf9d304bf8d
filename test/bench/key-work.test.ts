import { describe, expect, it } from 'vitest'
import { workPerKey } from './key-work.mjs'

const page = { pid: 1, tid: 2 }
const mark = (key: number, ms: number) => ({ name: `bench-key-${key}`, ph: 'I', ts: ms * 1000, ...page })
const task = (from: number, dur: number, own: number, part = {}) => ({ name: 'RunTask', ph: 'X', ts: from * 1000, dur: dur * 1000, tdur: own * 1000, ...page, ...part }) // prettier-ignore

describe('workPerKey', () => {
  it('counts the task that delivers the key in full, and all tasks up to the next key', () => {
    const events = [
      task(0, 5, 5),
      task(10, 8, 6),
      mark(0, 12),
      task(20, 4, 4),
      task(30, 3, 3, { tid: 9 }),
      task(40, 2, 1),
      mark(1, 41),
      { ...task(44, 9, 9), name: 'Layout' },
    ]
    expect(workPerKey(events)).toEqual([
      { work: 10, elapsed: 12, longest: 8 },
      { work: 1, elapsed: 2, longest: 2 },
    ])
  })

  it('returns an empty list without keys', () => {
    expect(workPerKey([task(0, 5, 5)])).toEqual([])
  })
})
