// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import type { JournalEntry } from '#shared/model/changes/change'
import { createMemoryHistory, createRouter } from 'vue-router'
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
