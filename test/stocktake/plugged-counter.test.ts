import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import { createPluggedCounter } from '../../src-main/stocktake/plugged-counter'
import { lockAt, ports } from './support/lists'

const [first, second] = [lockAt(1), lockAt(2)]
const notSaved = fail({ code: 'not-saved' as const, message: 'the disk is full' })

const open = () => {
  const usb = ports()
  const counted: string[] = []
  const failures: unknown[] = []
  let isDiskFull = false
  const counter = createPluggedCounter({
    locks: usb.locks,
    queue: (work) => work(),
    count: (id, number, operator) => {
      if (isDiskFull) return Promise.resolve(notSaved)
      counted.push(`${id} ${number} ${operator}`)
      return Promise.resolve(succeed(null))
    },
    isCounted: (id, number) => Promise.resolve(counted.some((one) => one.startsWith(`${id} ${number}`))),
    recordDoubles: () => Promise.resolve(),
    onFailure: (id, failure) => failures.push([id, failure.code]),
    toFailure: () => notSaved.error,
  })
  const countFor = async (id: string | null): Promise<void> => {
    counter.countFor({ id, operatorIdentity: 'Li' })
    await vi.advanceTimersByTimeAsync(0)
  }
  const fillDisk = (isFull: boolean): void => {
    isDiskFull = isFull
  }
  return { usb, counter, counted, failures, countFor, fillDisk }
}

describe('plugged-in locks', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('count for the chosen stocktake, each plug-in once', async () => {
    const { usb, counted, countFor } = open()
    usb.plugIn(first)
    await countFor(null)
    expect(counted).toEqual([])
    await countFor('A')
    await countFor('A')
    usb.plugIn(second)
    await vi.advanceTimersByTimeAsync(0)
    expect(counted).toEqual([`A ${first} Li`, `A ${second} Li`])
  })

  it('do not count again where the stocktake is chosen again and has them', async () => {
    const { usb, counted, countFor } = open()
    usb.plugIn(first)
    await countFor('A')
    await countFor(null)
    await countFor('A')
    expect(counted).toEqual([`A ${first} Li`])
  })

  it('that could not be saved are named, and count with the next change of the ports', async () => {
    const { usb, counted, failures, countFor, fillDisk } = open()
    fillDisk(true)
    usb.plugIn(first)
    await countFor('A')
    expect([counted, failures]).toEqual([[], [['A', 'not-saved']]])
    fillDisk(false)
    usb.plugIn(second)
    await vi.advanceTimersByTimeAsync(0)
    expect(counted).toEqual([`A ${second} Li`, `A ${first} Li`])
  })

  it('whose count was undone count again only after they were away', async () => {
    const { usb, counter, counted, countFor } = open()
    usb.plugIn(first)
    await countFor('A')
    counter.holdUndone('A', [first])
    usb.pullOut(first)
    usb.plugIn(first)
    await vi.advanceTimersByTimeAsync(0)
    expect(counted).toHaveLength(1)
    usb.pullOut(first)
    await vi.advanceTimersByTimeAsync(20_000)
    usb.plugIn(first)
    await vi.advanceTimersByTimeAsync(0)
    expect(counted).toHaveLength(2)
    counter.stop()
  })

  it('count no more once the stocktake has ended', async () => {
    const { usb, counter, counted, countFor } = open()
    await countFor('A')
    counter.end('A')
    usb.plugIn(first)
    await vi.advanceTimersByTimeAsync(0)
    expect(counted).toEqual([])
  })
})
