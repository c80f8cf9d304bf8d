import { describe, expect, it, vi } from 'vitest'
import { createLockLinks, linkInArguments, readLink, withoutLinks } from '../../src-main/app/lock-links'

const link = 'lock-desk://lock/8000000017'

const hostile = [
  'lock-desk:',
  'lock-desk://',
  'lock-desk://lock',
  'lock-desk://lock/',
  'lock-desk:lock/8000000017',
  'lock-desk:/lock/8000000017',
  'lock-desk:///lock/8000000017',
  'lock-desk://lock//8000000017',
  'lock-desk://lock/8000000017/',
  'lock-desk://lock/8000000017/disable',
  'lock-desk://lock/8000000017?action=disable',
  'lock-desk://lock/8000000017?',
  'lock-desk://lock/8000000017#disable',
  'lock-desk://lock/8000000017 ',
  ' lock-desk://lock/8000000017',
  'lock-desk://lock/8000000017\n',
  'lock-desk://lock/8000000017\r\nlock-desk://lock/8000000018',
  'lock-desk://lock/8000000017\u0000',
  'lock-desk://lock/8000000017\u202e',
  'lock-desk://lock/../lock/8000000017',
  'lock-desk://lock/./8000000017',
  'lock-desk://lock/..%2f8000000017',
  'lock-desk://lock/%38000000017',
  'lock-desk://lock/800000001%37',
  'lock-desk://lock/８０００００００１７',
  'lock-desk://lock/٨٠٠٠٠٠٠٠١٧',
  'lock-desk://lock/8000 000 017',
  'lock-desk://lock/8000-000-017',
  'lock-desk://lock/800000001',
  'lock-desk://lock/80000000170',
  'lock-desk://lock/9000000017',
  'lock-desk://lock/-800000017',
  'lock-desk://lock/8e9',
  'lock-desk://lock/LD8000000017',
  'lock-desk://lock/8000000017,8000000018',
  `lock-desk://lock/${'8'.repeat(1_000_000)}`,
  'lock-desk://disable/8000000017',
  'lock-desk://settings/8000000017',
  'lock-desk://lock.example/8000000017',
  'lock-desk://lock:80/8000000017',
  'lock-desk://user@lock/8000000017',
  'lock-desk://user:secret@lock/8000000017',
  'LOCK-DESK://LOCK/8000000017',
  'lock-desk://Lock/8000000017',
  'lock-desk:\\\\lock\\8000000017',
  '"lock-desk://lock/8000000017"',
  '<lock-desk://lock/8000000017>',
  'lock-desk://lock/8000000017" --platform "https://evil.example',
  'lock-desk:javascript:alert(1)',
  'lock-desk:file:///etc/passwd',
]

describe('a link', () => {
  it('with exactly one shell number is read', () => {
    expect(readLink(link)).toBe('8000000017')
    expect(linkInArguments(['.', '--user-data', '/d', link])).toBe('8000000017')
    expect(linkInArguments(['.', '--user-data', '/d'])).toBe('none')
  })

  it.each(hostile.map((text) => [text.slice(0, 60), text]))('%j does nothing', (_name, text) => {
    expect(readLink(text)).toBe('rejected')
    expect(linkInArguments([text])).toBe('rejected')
    const links = createLockLinks()
    const deps = { onLink: vi.fn(), onRejected: vi.fn() }
    links.follow(deps)
    expect(links.open(linkInArguments([text]))).toBe(false)
    expect(links.take()).toBeNull()
    expect(deps.onLink).not.toHaveBeenCalled()
    // The log has a line without its content.
    expect(deps.onRejected.mock.calls).toEqual([[]])
  })

  it.each([
    ['another link', [link, 'lock-desk://lock/8000000018']],
    ['an option', [link, '--platform', 'https://evil.example', '--user-centre', 'https://evil.example']],
    ['a switch of Chromium', [link, '--remote-debugging-port=9222']],
    ['a file', [link, '/etc/passwd']],
    ['an empty argument', [link, '']],
    ['a refused link before it', ['lock-desk://x', link]],
  ])('with %s beside it does nothing, and what follows it is no option', (_name, args) => {
    expect(linkInArguments(args)).toBe('rejected')
    expect(withoutLinks(['--user-data', '/d', ...args])).toEqual(['--user-data', '/d'])
  })

  it.each(['https://lock/8000000017', 'lock-deskx://lock/8000000017', 'x lock-desk://lock/8000000017', ''])(
    'is not %j',
    (text) => {
      expect(linkInArguments([text])).toBe('none')
      expect(withoutLinks([text])).toEqual([text])
    },
  )
})

describe('links', () => {
  it('wait until the page is ready, and are taken once: the last one', () => {
    const links = createLockLinks()
    expect(links.open(readLink(link))).toBe(true)
    expect(links.open(readLink('lock-desk://lock/8000000018'))).toBe(true)
    links.open('rejected')
    const deps = { onLink: vi.fn(), onRejected: vi.fn() }
    links.follow(deps)
    expect([deps.onLink.mock.calls.length, deps.onRejected.mock.calls.length]).toEqual([1, 1])
    expect(links.take()).toEqual({ kind: 'lock', number: '8000000018' })
    expect(links.take()).toBeNull()
  })

  it('wait like the place of a clicked notification, which has no limit', () => {
    const links = createLockLinks(() => 0)
    const onLink = vi.fn()
    links.follow({ onLink, onRejected: () => undefined })
    links.open(readLink(link))
    for (let at = 0; at < 10; at += 1) links.show({ kind: 'queue' })
    links.show({ kind: 'loans-due' })
    expect(onLink).toHaveBeenCalledTimes(12)
    expect([links.take(), links.take()]).toEqual([{ kind: 'loans-due' }, null])
  })

  it('are limited to five in ten seconds, refused ones included', () => {
    let now = 0
    const links = createLockLinks(() => now)
    const onRejected = vi.fn()
    links.follow({ onLink: () => undefined, onRejected })
    for (let at = 0; at < 100; at += 1) links.open('rejected')
    expect(onRejected).toHaveBeenCalledTimes(5)
    expect(links.open(readLink(link))).toBe(false)
    now = 10_000
    expect(links.open(readLink(link))).toBe(true)
  })
})
