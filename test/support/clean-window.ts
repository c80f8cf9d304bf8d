import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import type { Pinia } from 'pinia'

// Test files with a window share it, and its modules (scripts/suites/unit-groups.mjs). What a test leaves behind
// must not reach the next file: mounted components, stores, the bridge, doubles, the focus.

if (typeof window !== 'undefined') {
  const { disableAutoUnmount, enableAutoUnmount } = await import('@vue/test-utils')
  const { disposePinia, getActivePinia, setActivePinia } = await import('pinia')
  // Stores that a test made write for a second longer: not into the bridge of the next file.
  let before: Pinia | undefined
  beforeEach(() => void (before = getActivePinia()))
  afterEach(() => {
    const own = getActivePinia()
    if (own !== undefined && own !== before) disposePinia(own)
  })
  disableAutoUnmount()
  enableAutoUnmount(afterEach)
  afterAll(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    Reflect.deleteProperty(window, 'lockDesk')
    setActivePinia(undefined)
    localStorage.clear()
    document.body.replaceChildren()
  })
}
