import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createBackOff,
  createDeferred,
  createKeyedSequencer,
  createRunOnceScheduler,
  createSequencer,
  importSequentially,
  isTimeout,
  mapWithConcurrency,
  raceTimeout,
  retryWithBackOff,
  runTimeSliced,
  timeout,
  timeoutSignal,
  unlessAborted,
  withDeadline,
  withSignals,
} from '../../src-main/util/async'
import { gateOf } from '../changes/support/engine'

it('a deferred promise knows whether it was resolved', async () => {
  const deferred = createDeferred<number>()
  expect(deferred.isResolved()).toBe(false)
  deferred.resolve(1)
  expect([deferred.isResolved(), await deferred.promise]).toEqual([true, 1])
})

describe.each([
  ['createSequencer', () => createSequencer().queue],
  [
    'createKeyedSequencer',
    () => {
      const sequencer = createKeyedSequencer()
      return <Value>(work: () => Promise<Value>) => sequencer.queue(['a', 'b'], work)
    },
  ],
])('%s', (_name, create) => {
  it('starts work when the earlier one has ended, also after a failure', async () => {
    const queue = create()
    const gate = gateOf()
    const seen: string[] = []
    const first = queue(async () => {
      seen.push('first')
      await gate.passed
      throw new Error('first failed')
    })
    const second = queue(() => {
      seen.push('second')
      return Promise.resolve(2)
    })
    await vi.waitFor(() => expect(seen).toEqual(['first']))
    gate.open(undefined)
    await expect(first).rejects.toThrow('first failed')
    expect(await second).toBe(2)
    expect(seen).toEqual(['first', 'second'])
  })
})

it('a keyed sequencer does not order work without a common key', async () => {
  const sequencer = createKeyedSequencer()
  const gate = gateOf()
  const slow = sequencer.queue(['a'], () => gate.passed)
  expect(await sequencer.queue(['b'], () => Promise.resolve('done'))).toBe('done')
  gate.open(undefined)
  await slow
  await sequencer.settled()
})

it('a keyed sequencer orders work by each of its keys', async () => {
  const sequencer = createKeyedSequencer()
  const gates = [gateOf(), gateOf()] as const
  const seen: string[] = []
  const work = (name: string, passed?: Promise<unknown>) => async () => {
    seen.push(name)
    await passed
  }
  void sequencer.queue(['a', 'b'], work('a b', gates[0].passed))
  void sequencer.queue(['c', 'b'], work('c b', gates[1].passed))
  await vi.waitFor(() => expect(seen).toEqual(['a b']))
  gates[0].open(undefined)
  await vi.waitFor(() => expect(seen).toEqual(['a b', 'c b']))
  // The end of the first work does not end the wait for the second.
  void sequencer.queue(['b'], work('b'))
  expect(await sequencer.queue(['a'], () => Promise.resolve('free'))).toBe('free')
  expect(seen).toEqual(['a b', 'c b'])
  gates[1].open(undefined)
  await sequencer.settled()
  expect(seen).toEqual(['a b', 'c b', 'b'])
})

it.each([
  ['createSequencer', createSequencer],
  [
    'createKeyedSequencer',
    () => {
      const { queue, settled } = createKeyedSequencer()
      return { queue: <Value>(work: () => Promise<Value>) => queue(['a'], work), settled }
    },
  ],
])('%s is settled when its work has ended, also with a failure', async (_name, create) => {
  const sequencer = create()
  const gate = gateOf()
  let isEnded = false
  const failed = sequencer.queue(async () => {
    await gate.passed
    isEnded = true
    throw new Error('failed')
  })
  const rejection = expect(failed).rejects.toThrow('failed')
  setImmediate(() => gate.open(undefined))
  await sequencer.settled()
  expect(isEnded).toBe(true)
  await rejection
})

describe('mapWithConcurrency', () => {
  it('never exceeds the limit, and returns all results in order', async () => {
    let running = 0
    let most = 0
    const answers = await mapWithConcurrency([...Array(50).keys()], 8, async (item) => {
      running += 1
      most = Math.max(most, running)
      for (let turns = 0; turns <= item % 5; turns += 1) await Promise.resolve()
      running -= 1
      return item * 2
    })
    expect(most).toBe(8)
    expect(answers).toEqual([...Array(50).keys()].map((item) => item * 2))
  })

  it('returns an empty list for no items, and rejects with the first failure', async () => {
    expect(await mapWithConcurrency([], 8, () => Promise.resolve(1))).toEqual([])
    const done: number[] = []
    const all = mapWithConcurrency([1, 2, 3], 1, (item) => {
      if (item === 2) return Promise.reject(new Error('two'))
      done.push(item)
      return Promise.resolve(item)
    })
    await expect(all).rejects.toThrow('two')
    expect(done).toEqual([1])
  })
})

describe('timers', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('run once, however often they are scheduled, and not if they are canceled', () => {
    let runs = 0
    const scheduler = createRunOnceScheduler(() => (runs += 1))
    scheduler.schedule(100)
    vi.advanceTimersByTime(60)
    scheduler.schedule(100)
    vi.advanceTimersByTime(40)
    expect(runs).toBe(1)
    scheduler.schedule(100)
    scheduler.cancel()
    vi.advanceTimersByTime(1_000)
    expect(runs).toBe(1)
    scheduler.schedule(100)
    vi.advanceTimersByTime(100)
    expect(runs).toBe(2)
    scheduler.schedule(100)
    vi.advanceTimersByTime(100)
    expect(runs).toBe(3)
  })

  it('limit a wait, and end with the work', async () => {
    let isOver = false
    const waited = raceTimeout(new Promise(() => undefined), 100).then(() => (isOver = true))
    // Only microtasks run meanwhile: work that an earlier file left in this process must set no timers.
    vi.advanceTimersByTime(99)
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    expect(isOver).toBe(false)
    vi.advanceTimersByTime(1)
    await waited
    await raceTimeout(Promise.resolve(), 100)
    expect(vi.getTimerCount()).toBe(0)
    await expect(raceTimeout(Promise.reject(new Error('failed')), 100)).rejects.toThrow('failed')
  })
})

/** Timers that keep the process alive. */
const activeTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

it('waits do not keep the process alive, and leave nothing behind', async () => {
  const before = activeTimers()
  const stopping = new AbortController()
  const waited = timeout(60_000, stopping.signal)
  const scheduler = createRunOnceScheduler(() => undefined)
  scheduler.schedule(60_000)
  expect(activeTimers()).toBe(before)
  scheduler.cancel()
  stopping.abort()
  await waited
  await timeout(60_000, stopping.signal)
  expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
  expect(await withDeadline(60_000, null, () => Promise.resolve('done'))).toBe('done')
  expect(activeTimers()).toBe(before)
})

describe('retryWithBackOff', () => {
  it('waits before each attempt, longer each time, until one succeeds', async () => {
    const steps: (number | string)[] = []
    const isDone = await retryWithBackOff(
      () => {
        steps.push('attempt')
        return Promise.resolve(steps.length === 6)
      },
      {
        pause: (ms) => {
          steps.push(ms)
          return Promise.resolve()
        },
        signal: new AbortController().signal,
      },
    )
    expect([isDone, steps]).toEqual([true, [1_000, 'attempt', 2_000, 'attempt', 4_000, 'attempt']])
  })

  it('makes no attempt after its signal', async () => {
    const stopping = new AbortController()
    let attempts = 0
    const isDone = await retryWithBackOff(
      () => {
        attempts += 1
        return Promise.resolve(true)
      },
      {
        pause: () => {
          stopping.abort()
          return Promise.resolve()
        },
        signal: stopping.signal,
      },
    )
    expect([isDone, attempts]).toEqual([false, 0])
  })
})

describe('signals', () => {
  it('end a wait with their reason, also if they were aborted before, and are released', async () => {
    const stopping = new AbortController()
    expect(await unlessAborted(stopping.signal, Promise.resolve(1))).toBe(1)
    const waiting = unlessAborted(stopping.signal, new Promise(() => undefined))
    expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(1)
    stopping.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(unlessAborted(stopping.signal, new Promise(() => undefined))).rejects.toThrow('enough')
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
  })

  it('stop work together with the reason of the first, and are released', async () => {
    const one = new AbortController()
    const other = new AbortController()
    const reason = new Error('first')
    const seen = await withSignals([one.signal, other.signal], (signal) => {
      other.abort(reason)
      one.abort(new Error('second'))
      return Promise.resolve(signal.reason as unknown)
    })
    expect(seen).toBe(reason)
    expect(await withSignals([other.signal], (signal) => Promise.resolve(signal.aborted))).toBe(true)
    const open = new AbortController()
    await withSignals([open.signal], () => Promise.resolve())
    expect(getEventListeners(open.signal, 'abort')).toEqual([])
  })
})

it('a back-off doubles its waits up to the longest', () => {
  const backOff = createBackOff(10, 35)
  expect([backOff.next(), backOff.next(), backOff.next(), backOff.next()]).toEqual([10, 20, 35, 35])
  backOff.reset()
  expect(backOff.next()).toBe(10)
})

describe('a deadline', () => {
  const never = () => new AbortController().signal

  it.each([
    ['withDeadline', () => withDeadline(50, never(), () => new Promise(() => undefined))],
    [
      'timeoutSignal',
      () => {
        const either = AbortSignal.any([never(), timeoutSignal(50)])
        return new Promise((_resolve, reject) =>
          either.addEventListener('abort', () => reject(either.reason as Error)),
        )
      },
    ],
  ])(
    'ends the wait, also after a garbage collection: %s',
    async (_name, wait) => {
      setFlagsFromString('--expose-gc')
      const collectGarbage = runInNewContext('gc') as () => void
      const ended = Array.from({ length: 50 }, () => wait().catch((error: unknown) => isTimeout(error)))
      const collecting = setInterval(collectGarbage, 5)
      try {
        expect(await Promise.all(ended)).toEqual(ended.map(() => true))
      } finally {
        clearInterval(collecting)
      }
    },
    10_000,
  )

  it('passes on the caller’s signal, and tells the work that it has ended', async () => {
    const caller = new AbortController()
    const canceled = withDeadline(60_000, caller.signal, () => new Promise(() => undefined))
    caller.abort(new Error('canceled'))
    await expect(canceled).rejects.toThrow('canceled')
    let isStarted = false
    const late = withDeadline(60_000, caller.signal, () => Promise.resolve((isStarted = true)))
    await expect(late).rejects.toThrow('canceled')
    expect(isStarted).toBe(false)
    let inner: AbortSignal | null = null
    const isAborted = () => inner?.aborted
    const done = await withDeadline(60_000, null, (signal) => {
      inner = signal
      return Promise.resolve('done')
    })
    expect([done, isAborted()]).toEqual(['done', true])
  })
})

/** Blocks the thread for `ms` at each step. */
function* busy(steps: number, ms: number): Generator<undefined, string> {
  for (let step = 0; step < steps; step += 1) {
    const until = performance.now() + ms
    while (performance.now() < until);
    yield
  }
  return 'done'
}

describe('runTimeSliced', () => {
  it('completes short work at once', () => {
    let isDone = false
    const work = function* (): Generator<undefined, null> {
      yield
      isDone = true
      return null
    }
    void runTimeSliced(work())
    expect(isDone).toBe(true)
  })

  it('yields repeatedly', async () => {
    let turns = 0
    let isOver = false
    const look = () => {
      turns += 1
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    // At least 100 ms of work, however slow the computer.
    expect(await runTimeSliced(busy(100, 1))).toBe('done')
    isOver = true
    expect(turns).toBeGreaterThan(5)
  })

  it('yields again only after another slice', async () => {
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    const seen: number[] = []
    const steps = function* (): Generator<undefined, null> {
      for (let step = 0; step < 32; step += 1) {
        now += 1
        seen.push(step)
        yield
      }
      return null
    }
    const breaks: number[] = []
    const look = () => {
      breaks.push(seen.length)
      if (seen.length < 32) setImmediate(look)
    }
    setImmediate(look)
    try {
      await runTimeSliced(steps())
    } finally {
      clock.mockRestore()
    }
    expect([...new Set(breaks)]).toEqual([8, 16, 24, 32])
  })

  it('stops on its signal', async () => {
    const stopping = new AbortController()
    const work = runTimeSliced(busy(1_000, 1), stopping.signal)
    stopping.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
  })
})

describe('importSequentially', () => {
  it('yields before each part and after the last', async () => {
    const seen: string[] = []
    const others = () => {
      seen.push('others')
      if (seen.length < 20) setImmediate(others)
    }
    setImmediate(others)
    const part = (name: string) => () => {
      seen.push(name)
      return Promise.resolve()
    }
    await importSequentially([part('one'), part('two')])
    expect(seen.slice(0, 5)).toEqual(['others', 'one', 'others', 'two', 'others'])
  })

  it('loads nothing after a part that failed', async () => {
    let isLoaded = false
    const parts = [
      () => Promise.reject(new Error('not there')),
      () => {
        isLoaded = true
        return Promise.resolve()
      },
    ]
    await expect(importSequentially(parts)).rejects.toThrow('not there')
    expect(isLoaded).toBe(false)
  })
})
