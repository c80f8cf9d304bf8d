// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import type { LookUp } from '#shared/commands'
import LockCard from '../../../../src-renderer/features/lock-desk/LockCard.vue'
import type { Change } from '../../../../src-renderer/features/lock-desk/changes-store'
import { draw } from '../../support/draw'
import {
  day,
  entry,
  hour,
  licences,
  plugged,
  record,
  shell,
  unread,
  unreachable,
} from '../../support/samples'

const now = Date.now()
const number = '8000000017'
const looked = (answer: LookUp | null, part = {}) => ({
  answer,
  failure: null,
  looking: false,
  looks: 1,
  ...part,
})
const found = (part = {}, failure: LookUp extends never ? never : typeof unreachable | null = null) =>
  looked({ state: 'found', record: record(number, now, part), failure })

const card = (props: Record<string, unknown>, language: 'en' | 'zh' = 'en') =>
  draw(
    LockCard,
    {
      row: { lock: plugged(number, now - hour), leftAt: null },
      looked: found(),
      licences: { state: 'ready', licences: licences(now) },
      change: null,
      settleFailure: null,
      settling: false,
      opened: false,
      ...props,
    },
    language,
  )
const buttons = (drawn: ReturnType<typeof card>) =>
  drawn.findAll('footer button').map((button) => button.attributes('data-testid'))
const answered = (part: Parameters<typeof entry>[0]): Change => ({
  request: {
    action: 'disable',
    assetNum: number,
    shellNumber: shell(number),
    enterpriseGlobalId: null,
    operatorIdentity: 'Li Wei',
    plugId: null,
  },
  askedAt: now,
  state: 'answered',
  entry: entry(part),
})

describe('a card', () => {
  it('shows whose the lock is, what it is and until when', () => {
    const drawn = card({})
    expect(drawn.text()).toContain('North Bridge Engineering Ltd · Chen Yu')
    expect(drawn.text()).toContain('41 days left')
    expect(drawn.text()).toContain('4 products')
    expect(drawn.get('[data-testid=state]').attributes('data-state')).toBe('enabled')
  })

  it('speaks Chinese', () => {
    const drawn = card({ looked: found({ locked: true, holder: null }) }, 'zh')
    expect(drawn.text()).toContain('已禁用')
    expect(drawn.text()).toContain('未分配')
    expect(drawn.text()).toContain('剩 41 天')
  })

  it('offers the action that changes something', () => {
    expect(buttons(card({}))).toEqual(['disable', 'door-lend', 'open'])
    expect(buttons(card({ looked: found({ locked: true }) }))).toEqual(['enable', 'door-lend', 'open'])
    expect(buttons(card({ looked: found({ locked: null }) }))).toEqual([
      'disable',
      'enable',
      'door-lend',
      'open',
    ])
  })

  it('shows the most telling state, and the others small beside it', () => {
    const drawn = card({ looked: found({ locked: true, limitEnd: now - 3 * day }) })
    expect(drawn.findAll('[data-state].badge').map((badge) => badge.attributes('data-state'))).toEqual([
      'expired',
      'disabled',
    ])
  })

  it('offers nothing to change for a lock that is on no list', () => {
    const drawn = card({ looked: looked({ state: 'not-listed', enterprises: 3, failure: null }) })
    expect(buttons(drawn)).toEqual(['open'])
    expect(drawn.text()).toContain('On none of the lists of the 3 enterprises')
  })

  it('does not say “not listed” while the platform is still being asked', () => {
    const drawn = card({
      looked: looked({ state: 'not-listed', enterprises: 3, failure: null }, { looking: true, looks: 0 }),
    })
    expect(drawn.text()).not.toContain('On none')
    expect(drawn.find('[data-testid=state]').exists()).toBe(false)
  })

  it('says how old a record is that the platform could not confirm', () => {
    const drawn = card({ looked: found({ readAt: now - 3 * hour }, unreachable) })
    expect(drawn.text()).toContain('Last known record, read 3 hours ago.')
  })

  it('offers nothing but looking it up after an unknown change', () => {
    const drawn = card({ change: answered({ state: 'unknown', reason: { kind: 'interrupted' } }) })
    expect(buttons(drawn).slice(0, 2)).toEqual(['settle', 'open'])
    expect(buttons(drawn)).not.toContain('disable')
    expect(drawn.get('[data-testid=change-result]').text()).toContain('not known')
  })

  it('does not ask twice while a change is being sent', async () => {
    const { entry: _entry, ...rest } = answered({}) as Extract<Change, { state: 'answered' }>
    const drawn = card({ change: { ...rest, state: 'asking' } })
    await drawn.get('[data-testid=disable]').trigger('click')
    expect(drawn.emitted('ask')).toBeUndefined()
  })

  it('tells in plain words why a lock was not disabled', () => {
    const drawn = card({ change: answered({ state: 'failed', reason: { kind: 'status', status: 4 } }) })
    expect(drawn.get('[data-testid=change-result]').text()).toContain(
      'does not do this for locks of this type',
    )
  })

  it('explains an unknown model and asks what now', async () => {
    const drawn = card({
      row: { lock: unread('unknown-model', now, '8000000026'), leftAt: null },
      looked: null,
    })
    expect(drawn.text()).toContain('Unknown model 0529:0001')
    await drawn.get('[data-testid=what-now]').trigger('click')
    expect(drawn.emitted('whatNow')).toHaveLength(1)
  })

  it('offers the rule for a lock that may not be opened, on Linux', () => {
    vi.stubGlobal('navigator', { platform: 'Linux x86_64' })
    const drawn = card({ row: { lock: unread('no-permission', now), leftAt: null }, looked: null }, 'en')
    expect(drawn.find('[data-testid=allow-lock]').exists()).toBe(true)
    vi.unstubAllGlobals()
  })

  it.each(['busy', 'silent', 'unreadable'] as const)('lets a lock be read again that is %s', (reason) => {
    const drawn = card({ row: { lock: unread(reason, now), leftAt: null }, looked: null }, 'zh')
    expect(drawn.find('[data-testid=read-again]').exists()).toBe(true)
  })
})
