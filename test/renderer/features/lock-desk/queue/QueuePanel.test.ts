// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OfflineQueue, QueuedChange, QueueEnd } from '#shared/model/changes/queued-change'
import QueuePanel from '../../../../../src-renderer/features/lock-desk/queue/QueuePanel.vue'
import { clockTime, dayAndTime } from '../../../../../src-renderer/i18n/times'
import { withBridge } from '../../../support/mount-component'
import { day, hour, shell } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

const now = Date.now()
const change = (number: string, part: Partial<QueuedChange> = {}): QueuedChange => ({
  id: number,
  action: 'disable',
  assetNum: number,
  shellNumber: shell(number),
  enterpriseName: 'North Bridge Engineering Ltd',
  operatorIdentity: 'Li Wei',
  queuedAt: now - day,
  expiresAt: now + 2 * day,
  state: 'waiting',
  held: null,
  ...part,
})
const end = (number: string, at: number): QueueEnd => ({
  id: number,
  action: 'disable',
  assetNum: number,
  shellNumber: shell(number),
  how: 'sent',
  at,
  state: 'done',
  reason: null,
})

const open = (outbox: Partial<OfflineQueue>) => {
  withBridge({})
  return mount(QueuePanel, {
    props: { outbox: { changes: [], ended: [], isChecking: false, ...outbox }, failure: null },
    global: {
      plugins: [createPinia(), createTexts('en')],
      stubs: { StatusItem: { template: '<div><slot :close="() => undefined" /></div>' } },
    },
  })
}
const textOf = (outbox: Partial<OfflineQueue>, testid: string): string =>
  open(outbox).get(`[data-testid="${testid}"]`).text()

// Some texts name days, and midnight may pass while the tests run.
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

it('only what waits for the platform expires: what waits for a decision keeps waiting', () => {
  const held = { because: 'expired', at: now - hour } as const
  const changes = [
    change('8000000017'),
    change('8000000018', { state: 'held', held, expiresAt: now - hour }),
    change('8000000019', { state: 'leaving' }),
  ]
  expect(textOf({ changes }, 'queued-8000000017')).toContain('expires at')
  expect(textOf({ changes }, 'queued-8000000018')).not.toContain('expires at')
  expect(textOf({ changes }, 'queued-8000000018')).toContain('Li Wei')
  expect(textOf({ changes }, 'queued-8000000019')).not.toContain('expires at')
})

it('a result of an earlier day is said with its day', () => {
  const ended = [end('8000000017', now), end('8000000018', now - 2 * day)]
  expect(textOf({ ended }, 'queue-ended-8000000017')).toContain(clockTime(now, 'en'))
  expect(textOf({ ended }, 'queue-ended-8000000017')).not.toContain(dayAndTime(now, 'en'))
  expect(textOf({ ended }, 'queue-ended-8000000018')).toContain(dayAndTime(now - 2 * day, 'en'))
})

it('a change is released by an operator, whose name is asked for where there is none', async () => {
  const held = { because: 'record-changed', at: now } as const
  const page = open({ changes: [change('8000000018', { state: 'held', held })] })
  const release = page.get('[data-testid=queue-release]')
  await release.trigger('click')
  expect(page.emitted('release')).toBeUndefined()
  await page
    .get('[data-testid=confirm-operator-field] input, input[data-testid=confirm-operator-field]')
    .setValue('Zhang San')
  await release.trigger('click')
  expect(page.emitted('release')).toEqual([[['8000000018'], 'Zhang San']])
})
