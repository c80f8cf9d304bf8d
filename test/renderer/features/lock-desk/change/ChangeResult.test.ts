// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { getActivePinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import { succeed } from '#shared/outcome'
import type { UnresolvedChange } from '#shared/bridge/review-commands'
import { useCheckAnnouncements } from '../../../../../src-renderer/app/use-check-announcements'
import { useChangesStore } from '../../../../../src-renderer/features/lock-desk/change/changes-store'
import ChangeResult from '../../../../../src-renderer/features/lock-desk/change/ChangeResult.vue'
import { clockTime } from '../../../../../src-renderer/i18n/times'
import { announcements } from '../../../../../src-renderer/ui/feedback/announcer'
import { useRecordsStore } from '../../../../../src-renderer/entities/lock/records-store'
import { withBridge } from '../../../support/mount-component'
import { entry, record, shell, unresolved } from '../../../support/samples'
import { createTexts } from '../../../support/texts'
import { oneLockJobs } from '../../../support/one-lock-job'

const assetNum = 'LD8000000017'
const now = Date.now()
const lock = { number: '8000000017', record: null, plugId: null }
const certainFrom = Math.ceil(now / 60_000) * 60_000 + 60_000
const unknown = entry({ state: 'unknown', reason: { kind: 'interrupted' }, requestedAt: now })

/** The result of a change without a result, after it was checked. */
const afterCheck = async (part: Partial<UnresolvedChange>, language: 'en' | 'zh' = 'en') => {
  const found = unresolved(unknown, { certainFrom, ...part })
  withBridge({
    ...oneLockJobs(() => succeed(unknown)),
    'changes/check-results': () => succeed([found]),
    'changes/unresolved': () => succeed({ total: 1, changes: [found] }),
  })
  const plugins = [createTexts(language), getActivePinia()!]
  mount({ setup: useCheckAnnouncements, template: '<i />' }, { global: { plugins } })
  const changes = useChangesStore()
  await changes.sendAndRefresh({
    action: 'disable',
    assetNum,
    shellNumber: shell('8000000017'),
    enterpriseGlobalId: null,
    operatorIdentity: 'Li Wei',
    plugId: null,
  })
  const drawn = mount(ChangeResult, {
    props: { lock, change: changes.of(assetNum)! },
    global: { plugins },
  })
  const { turn } = announcements.polite.value
  await changes.checkResult(assetNum)
  await nextTick()
  return { drawn, announcement: announcements.polite.value, turns: announcements.polite.value.turn - turn }
}

describe('a result that was checked and is still open', () => {
  it('says what was read and from when on it is certain, and has it read aloud once', async () => {
    const text = `Checked just now: unchanged. Enabled on the platform. Certain from ${clockTime(certainFrom, 'en')}; checked again then.`
    const { drawn, announcement, turns } = await afterCheck({ look: { seen: 'not-applied', at: now } })
    expect(drawn.text()).toContain(text)
    expect(drawn.text()).not.toContain('Check the result.')
    expect([announcement.text, turns]).toEqual([text, 1])
  })

  it('asks for another check once it is certain', async () => {
    const { drawn } = await afterCheck({ look: { seen: 'not-applied', at: now }, certainFrom: now - 1 }, 'zh')
    expect(drawn.text()).toContain('平台显示为已启用。请再查询一次以确认。')
  })

  it('says that the lists could not be read', async () => {
    const { drawn } = await afterCheck({ look: { seen: 'not-read', at: now } })
    expect(drawn.text()).toContain('Couldn’t read the platform’s lists.')
  })
})

it('a change that was not sent offers to try again, not to undo it', () => {
  const request = {
    action: 'disable' as const,
    assetNum,
    shellNumber: shell('8000000017'),
    enterpriseGlobalId: null,
    operatorIdentity: 'Li Wei',
    plugId: null,
  }
  withBridge({})
  for (const [language, label] of [
    ['en', 'Try again'],
    ['zh', '重试'],
  ] as const) {
    const drawn = mount(ChangeResult, {
      props: {
        lock,
        change: { request, requestedAt: now, state: 'failed', failure: { code: 'not-saved', message: '' } },
      },
      global: { plugins: [createTexts(language), getActivePinia()!] },
    })
    expect(drawn.get('[data-testid=retry]').text()).toBe(label)
  }
})

it.each([
  ['en', 'Refresh'],
  ['zh', '刷新'],
] as const)(
  'a change that the platform rejected reads the lock again; no result is to be checked (%s)',
  (language, label) => {
    withBridge({})
    const rejected = entry({ state: 'failed', reason: { kind: 'status', status: 2 } })
    const drawn = mount(ChangeResult, {
      props: {
        lock,
        change: {
          request: {
            action: 'disable' as const,
            assetNum,
            shellNumber: shell('8000000017'),
            enterpriseGlobalId: null,
            operatorIdentity: 'Li Wei',
            plugId: null,
          },
          requestedAt: now,
          state: 'responded',
          entry: rejected,
        },
      },
      global: { plugins: [createTexts(language), getActivePinia()!] },
    })
    expect(drawn.get('[data-testid=retry-search]').text()).toBe(label)
  },
)

it('a result in a card has its time once the platform lists the opposite state', async () => {
  const done = entry({ state: 'done', endedAt: now })
  let locked = true
  let readAt = now + 1
  withBridge({
    ...oneLockJobs(() => succeed(done)),
    'locks/look-up': () =>
      succeed({
        state: 'found',
        record: record('8000000017', readAt, { assetNum, locked, readAt }),
        failure: null,
      }),
  })
  const changes = useChangesStore()
  const readAgain = () => useRecordsStore().lookUp('8000000017', 'known')
  await readAgain()
  await changes.sendAndRefresh({
    action: 'disable',
    assetNum,
    shellNumber: shell('8000000017'),
    enterpriseGlobalId: null,
    operatorIdentity: 'Li Wei',
    plugId: null,
  })
  const drawn = mount(ChangeResult, {
    props: { lock, change: changes.of(assetNum)!, compact: true },
    global: { plugins: [createTexts('en'), getActivePinia()!] },
  })
  expect(drawn.text()).not.toContain(clockTime(now, 'en'))
  locked = false
  readAt = now + 2
  await readAgain()
  await nextTick()
  expect(drawn.text()).toContain(clockTime(now, 'en'))
})
