import { describe, expect, it } from 'vitest'
import { createCrashLoop } from '../../src-main/window/crash-loop'
import { errorPageAction, errorPage } from '../../src-main/window/error-page'

describe('crash loop of the page', () => {
  it('is a loop after two reloads in a minute where loading crashed, and after more where the page had loaded', () => {
    let now = 0
    const early = createCrashLoop(() => now)
    expect([early.isLooping(true), early.isLooping(true), early.isLooping(true)]).toEqual([
      false,
      false,
      true,
    ])
    now = 61_000
    expect(early.isLooping(true)).toBe(false)
    const late = createCrashLoop(() => now)
    const crashes = Array.from({ length: 20 }, () => late.isLooping(false))
    expect(crashes.indexOf(true)).toBe(19)
  })
})

describe('error page', () => {
  it.each(['en', 'zh'] as const)('shows the next steps without scripts (%s)', (language) => {
    const html = decodeURIComponent(errorPage(language))
    expect(html).not.toMatch(/<script|src=/)
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => errorPageAction(url ?? ''))
    expect(links).toEqual(['restart', 'folder'])
  })

  it('ignores every other URL', () => {
    expect(errorPageAction('https://lock-desk.invalid/')).toBeNull()
    expect(errorPageAction('https://example.com/restart')).toBeNull()
  })
})
