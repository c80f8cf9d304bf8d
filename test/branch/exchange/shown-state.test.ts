import { describe, expect, it, vi } from 'vitest'
import { createShownState } from '../../../src-main/branch/exchange/shown-state'

const setUp = ({ last = 5, arrived = 2 } = {}) => {
  const own = { last: () => last }
  const shown = createShownState({ own, received: { ownArrived: () => arrived }, earlier: null })
  const listener = vi.fn()
  shown.onChange(listener)
  return { shown, listener, append: () => (last += 1) }
}

describe('the shown state of the exchange', () => {
  it('counts the own events that the database is not known to have', () => {
    const { shown, append } = setUp()
    expect(shown.read().notShared).toBe(3)
    shown.showShared(4)
    expect(shown.read().notShared).toBe(1)
    append()
    shown.show()
    expect(shown.read().notShared).toBe(2)
  })

  it('counts none where the own log is shorter than what has arrived', () => {
    expect(setUp({ last: 1, arrived: 2 }).shown.read().notShared).toBe(0)
  })

  it('calls its listeners only where it has changed', () => {
    const { shown, listener } = setUp()
    shown.show({ connected: true })
    shown.show({ connected: true })
    shown.show()
    expect(listener.mock.calls).toEqual([[expect.objectContaining({ connected: true })]])
  })
})
