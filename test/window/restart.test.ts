import { describe, expect, it, vi } from 'vitest'
import { relaunchLater } from '../../src-main/window/restart'

describe('a restart', () => {
  it('keeps the arguments, without those that only the process before it could serve', () => {
    const relaunch = vi.fn()
    relaunchLater({ relaunch }, ['lock-desk', '--user-data', '/数据', '--keys-from-stdin', '--lifeline'])
    expect(relaunch).toHaveBeenCalledWith({ args: ['--user-data', '/数据'] })
  })
})
