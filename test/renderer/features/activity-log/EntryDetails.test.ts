// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import type { JournalEntry } from '#shared/model/changes/change'
import { createMemoryHistory, createRouter } from 'vue-router'
import CheckResultButton from '../../../../src-renderer/entities/change/CheckResultButton.vue'
import EntryDetails from '../../../../src-renderer/features/activity-log/EntryDetails.vue'
import { withBridge } from '../../support/mount-component'
import { entry } from '../../support/samples'
import { createTexts } from '../../support/texts'

const open = (
  elsewhere: string | undefined,
  language: 'en' | 'zh' = 'en',
  part: Partial<JournalEntry> = {},
) => {
  withBridge({})
  const shown = entry({ ...(elsewhere === undefined ? {} : { elsewhere }), ...part })
  const props = {
    entry: shown,
    jobEntries: [shown],
    isCheckingResult: false,
    reverses: null,
    reversedBy: null,
    later: null,
  }
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  return mount(EntryDetails, {
    props,
    global: { plugins: [createTexts(language), createPinia(), router] },
  })
}

it('says on which platform a change is, and shows no lock of the open one for it', () => {
  const there = open('https://other.example')
  expect(there.get('[data-testid=entry-platform]').text()).toBe('https://other.example')
  expect(there.find('[data-testid=show-lock]').exists()).toBe(false)
  expect(open('training', 'zh').get('[data-testid=entry-platform]').text()).toBe('培训')
  const here = open(undefined)
  expect(here.find('[data-testid=entry-platform]').exists()).toBe(false)
  expect(here.find('[data-testid=show-lock]').exists()).toBe(true)
})

it('says who queued a change that another operator released', () => {
  const released = open(undefined, 'zh', { request: { outboxId: 'Q1', queuedAt: 1, queuedBy: 'Li Wei' } })
  expect(released.get('[data-testid=entry-queued-by]').text()).toBe('Li Wei')
  expect(released.text()).toContain('排队操作人')
  expect(open(undefined).find('[data-testid=entry-queued-by]').exists()).toBe(false)
})

it('a change of another platform is neither reversed nor checked here: its platform is named instead', () => {
  const shown = (elsewhere: string | undefined, part: Partial<JournalEntry>) => {
    const page = open(elsewhere, 'en', part)
    const note = page.find('[data-testid=entry-elsewhere]')
    const found = {
      reverse: page.find('[data-testid=reverse-entry]').exists(),
      check: page.findComponent(CheckResultButton).exists(),
      note: note.exists() ? note.text() : null,
    }
    page.unmount()
    return found
  }
  const done = { state: 'done', action: 'disable' } as const
  const unknown = { state: 'unknown', action: 'disable' } as const
  expect(shown(undefined, done)).toEqual({ reverse: true, check: false, note: null })
  expect(shown(undefined, unknown)).toEqual({ reverse: false, check: true, note: null })
  expect(shown('https://north.example', done)).toEqual({
    reverse: false,
    check: false,
    note: 'Made on another platform (https://north.example). Switch to it to reverse the change.',
  })
  expect(shown('https://north.example', unknown)).toEqual({
    reverse: false,
    check: false,
    note: 'Sent to another platform (https://north.example). Switch to it to check the result.',
  })
  expect(shown('training', done).note).toContain('(Training)')
})

it('calls the time of a mark a mark, not a response of the platform', () => {
  const endedAt = new Date('2026-11-26T11:26:00').getTime()
  const termsOf = (details: ReturnType<typeof open>) => details.findAll('th').map((term) => term.text())
  const confirmed = open(undefined, 'en', { action: 'enable', endedAt })
  expect(termsOf(confirmed)).toContain('Response')
  const reason = { kind: 'said-by-person', operatorIdentity: 'Li Wei', note: '' } as const
  const marked = open(undefined, 'en', { action: 'enable', endedAt, reason })
  expect(termsOf(marked)).toContain('Marked')
  expect(termsOf(marked)).not.toContain('Response')
  expect(marked.get('[data-testid=entry-happened]').text()).toMatch(/^Marked as “Enabled” on Nov 26/)
})
