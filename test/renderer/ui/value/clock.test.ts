import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { useToday } from '../../../../src-renderer/ui/value/clock'

const zone = process.env['TZ']
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => {
  vi.useRealTimers()
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

describe('today', () => {
  it.each([
    // Midnight is not at a full hour of UTC.
    ['Asia/Kathmandu', '2026-11-30T23:59:50+05:45', '2026-11-30', '2026-12-01'],
    ['Pacific/Kiritimati', '2026-12-31T23:59:50+14:00', '2026-12-31', '2027-01-01'],
    ['Pacific/Pago_Pago', '2028-02-28T23:59:50-11:00', '2028-02-28', '2028-02-29'],
  ])('becomes the next day at midnight in %s', (name, time, before, after) => {
    process.env['TZ'] = name
    vi.setSystemTime(new Date(time))
    const scope = effectScope()
    const today = scope.run(useToday)
    expect(today?.value).toBe(before)
    vi.advanceTimersByTime(15_000)
    expect(today?.value).toBe(after)
    scope.stop()
  })
})
