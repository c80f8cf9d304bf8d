// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import NotListed from '../../../../src-renderer/features/lock-desk/NotListed.vue'
import { draw } from '../../support/draw'

const page = (props: Record<string, unknown>) =>
  draw(NotListed, {
    number: '8000000099',
    enterprises: 3,
    offline: false,
    looks: 1,
    looking: false,
    change: null,
    settleFailure: null,
    settling: false,
    ...props,
  })
const has = (drawn: ReturnType<typeof page>, testId: string) => drawn.find(`[data-testid=${testId}]`).exists()

describe('a number on none of the lists', () => {
  it('may not be sent after the first look', () => {
    const drawn = page({})
    expect(has(drawn, 'disable')).toBe(false)
    expect(has(drawn, 'look-once-more')).toBe(true)
  })

  it('may be sent after the second look, and says what goes out', () => {
    const drawn = page({ looks: 2 })
    expect([has(drawn, 'disable'), has(drawn, 'enable')]).toEqual([true, true])
    expect(drawn.text()).toContain('8000000099')
    expect(drawn.text()).toContain('The platform will say')
  })

  it('may not be sent when the second look did not reach the platform', () => {
    expect(has(page({ looks: 2, offline: true }), 'disable')).toBe(false)
  })

  it('leads to the enterprises when none is registered', () => {
    expect(has(page({ enterprises: 0 }), 'add-enterprise')).toBe(true)
    expect(has(page({}), 'add-enterprise')).toBe(false)
  })
})
