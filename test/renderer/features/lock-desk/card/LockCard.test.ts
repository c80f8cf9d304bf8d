// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LookupResult } from '#shared/model/locks/lookup-result'
import LockCard from '../../../../../src-renderer/features/lock-desk/card/LockCard.vue'
import type { Change } from '../../../../../src-renderer/features/lock-desk/change/changes-store'
import { useRequestedChangeStore } from '../../../../../src-renderer/features/lock-desk/change/requested-change-store'
import { useUnknownModelStore } from '../../../../../src-renderer/features/lock-desk/plugged/unknown-model-store'
import { mountComponent } from '../../../support/mount-component'
import {
  day,
  entry,
  hour,
  licenses,
  plugged,
  record,
  shell,
  unread,
  unreachable,
} from '../../../support/samples'

const now = Date.now()
const number = '8000000017'
const lookup = (answer: LookupResult | null, part = {}) => ({
  answer,
  failure: null,
  searching: false,
  lookUpCount: 1,
  isAsked: true,
  ...part,
})
const found = (part = {}, failure: LookupResult extends never ? never : typeof unreachable | null = null) =>
  lookup({ state: 'found', record: record(number, now, part), failure })

const card = (props: Record<string, unknown>, language: 'en' | 'zh' = 'en') =>
  mountComponent(
    LockCard,
    {
      row: { lock: plugged(number, now - hour), unpluggedAt: null },
      lookup: found(),
      licenses: { state: 'ready', licenses: licenses(now) },
      change: null,
      opened: false,
      ...props,
    },
    language,
  )
const buttons = (wrapper: ReturnType<typeof card>) =>
  wrapper.findAll('[data-testid=open], footer button').map((button) => button.attributes('data-testid'))
const answered = (part: Parameters<typeof entry>[0]): Change => ({
  request: {
    action: 'disable',
    assetNum: number,
    shellNumber: shell(number),
    enterpriseGlobalId: null,
    operatorIdentity: 'Li Wei',
    plugId: null,
  },
  requestedAt: now,
  state: 'responded',
  entry: entry(part),
})

// Some texts name days, and midnight may pass while the tests run.
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('LockCard', () => {
  it('shows enterprise, employee, type and end date', () => {
    const wrapper = card({})
    expect(wrapper.text()).toContain('North Bridge Engineering Ltd · Chen Yu')
    expect(wrapper.text()).toContain('41 days left')
    expect(wrapper.text()).toContain('4 products')
    expect(wrapper.get('[data-testid=state]').attributes('data-state')).toBe('enabled')
  })

  it('shows an end date that cannot be read as unknown, with what the platform sent', () => {
    const end = { limitEnd: { unknown: '20270331' } }
    const wrapper = card({ lookup: found(end) })
    expect(wrapper.text()).toContain('Unknown date')
    expect(wrapper.html()).toContain('The platform sent “20270331”.')
    expect(wrapper.get('[data-testid=state]').attributes('data-state')).toBe('enabled')
    expect(card({ lookup: found(end) }, 'zh').text()).toContain('日期未知')
  })

  it('is translated to Chinese', () => {
    const wrapper = card({ lookup: found({ locked: true, holder: null }) }, 'zh')
    expect(wrapper.text()).toContain('已禁用')
    expect(wrapper.text()).toContain('未分配')
    expect(wrapper.text()).toContain('剩 41 天')
  })

  it('offers the action that changes something', () => {
    expect(buttons(card({}))).toEqual(['open', 'disable', 'lend-link-lend'])
    expect(buttons(card({ lookup: found({ locked: true }) }))).toEqual(['open', 'enable', 'lend-link-lend'])
    expect(buttons(card({ lookup: found({ locked: null }) }))).toEqual([
      'open',
      'disable',
      'enable',
      'lend-link-lend',
    ])
  })

  it('shows the most important status, and others beside it', () => {
    const wrapper = card({ lookup: found({ locked: true, limitEnd: now - 3 * day }) })
    expect(wrapper.findAll('.n-tag[data-state]').map((badge) => badge.attributes('data-state'))).toEqual([
      'expired',
      'disabled',
    ])
  })

  it('leaves the result of a change to the details while they are open', () => {
    const change = answered({ state: 'done' })
    const hasResult = (opened: boolean) =>
      card({ change, opened }).find('[data-testid=change-result]').exists()
    expect([hasResult(false), hasResult(true)]).toEqual([true, false])
  })

  it('offers no change for a lock that is on no list', () => {
    const wrapper = card({
      lookup: lookup({ state: 'not-listed', enterprises: 3, unread: 0, failure: null }),
    })
    expect(buttons(wrapper)).toEqual(['open'])
    expect(wrapper.text()).toContain('Not found in your 3 enterprises')
  })

  it('does not report “not found” where assets were never loaded', () => {
    const answer = { state: 'not-listed', enterprises: 3, unread: 3, failure: unreachable } as const
    const wrapper = card({ lookup: lookup(answer) })
    expect(wrapper.text()).toContain('Search failed. Assets are not loaded.')
    expect(buttons(wrapper)).toEqual(['open', 'retry-search'])
  })

  it('does not report “not listed” while the platform is being asked', () => {
    const wrapper = card({
      lookup: lookup(
        { state: 'not-listed', enterprises: 3, unread: 0, failure: null },
        { searching: true, lookUpCount: 0 },
      ),
    })
    expect(wrapper.text()).not.toContain('On none')
    expect(wrapper.find('[data-testid=state]').exists()).toBe(false)
  })

  it('shows the age of a record that the platform could not confirm', () => {
    const wrapper = card({ lookup: found({ readAt: now - 3 * hour }, unreachable) })
    expect(wrapper.text()).toContain('Last updated 3 hours ago.')
  })

  it('offers only reading back after an unconfirmed change', () => {
    const wrapper = card({ change: answered({ state: 'unknown', reason: { kind: 'interrupted' } }) })
    expect(buttons(wrapper).slice(0, 2)).toEqual(['open', 'check-result'])
    expect(buttons(wrapper)).not.toContain('disable')
    expect(wrapper.get('[data-testid=change-result]').text()).toContain('Unconfirmed')
  })

  it('offers no second change while one is being sent', async () => {
    const { entry: _entry, ...rest } = answered({}) as Extract<Change, { state: 'responded' }>
    const wrapper = card({ change: { ...rest, state: 'sending' } })
    await wrapper.get('[data-testid=disable]').trigger('click')
    expect(useRequestedChangeStore().requested).toBeNull()
  })

  it('explains why a lock was not disabled', () => {
    const wrapper = card({ change: answered({ state: 'failed', reason: { kind: 'status', status: 4 } }) })
    expect(wrapper.get('[data-testid=change-result]').text()).toContain(
      'didn’t support this for the license type',
    )
  })

  it('explains an unknown model and offers options', async () => {
    const wrapper = card({
      row: { lock: unread('unknown-model', now, '8000000026'), unpluggedAt: null },
      lookup: null,
    })
    expect(wrapper.text()).toContain('New lock model 0529:0001')
    const open = vi.spyOn(useUnknownModelStore(), 'open')
    await wrapper.get('[data-testid=what-now]').trigger('click')
    expect(open).toHaveBeenCalledTimes(1)
  })

  it('offers the udev rule for a lock without permission on Linux', () => {
    vi.stubGlobal('navigator', { platform: 'Linux x86_64' })
    const wrapper = card(
      { row: { lock: unread('no-permission', now), unpluggedAt: null }, lookup: null },
      'en',
    )
    expect(wrapper.find('[data-testid=allow-lock]').exists()).toBe(true)
    vi.unstubAllGlobals()
  })

  it.each(['busy', 'silent', 'unreadable'] as const)('offers to read a lock again that is %s', (reason) => {
    const wrapper = card({ row: { lock: unread(reason, now), unpluggedAt: null }, lookup: null }, 'zh')
    expect(wrapper.find('[data-testid=read-again]').exists()).toBe(true)
  })
})
