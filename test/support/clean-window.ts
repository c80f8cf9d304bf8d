import { afterAll, afterEach, vi } from 'vitest'

// Test files with a window share it, and its modules (scripts/suites/unit-groups.mjs). What a test leaves behind
// must not reach the next file: mounted components, stores, the bridge, doubles, the focus.

if (typeof window !== 'undefined') {
  const { disableAutoUnmount, enableAutoUnmount } = await import('@vue/test-utils')
  const { setActivePinia } = await import('pinia')
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
