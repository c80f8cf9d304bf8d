// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import BatchList from '../../../../src-renderer/features/shell-numbers/BatchList.vue'
import { mountComponent } from '../../support/mount-component'
import { job } from '../../support/samples'

const ended = (jobId: string, part: Partial<ReturnType<typeof job>['counts']>) => {
  const none = { intent: 0, sent: 0, done: 0, failed: 0, 'not-sent': 0, unknown: 0 }
  return job({ jobId, action: 'allocate', state: 'ended', counts: { ...none, ...part } })
}

it('says of each allocation what came of it, not that zero numbers are none', () => {
  const list = mountComponent(BatchList, {
    jobs: [
      ended('all', { done: 1 }),
      ended('some', { done: 1, failed: 1 }),
      ended('failed', { failed: 1 }),
      ended('cancelled', { 'not-sent': 1 }),
      ended('open', { unknown: 1 }),
      ended('marked', { done: 1 }),
    ],
    counts: new Map([
      ['all', 100],
      ['some', 50],
      ['failed', 0],
      ['cancelled', 0],
      ['open', 0],
      ['marked', 0],
    ]),
    chosen: null,
  })
  const said = list
    .findAll('[data-testid=batch]')
    .map((one) => one.findAll('span.bold, span.at-end').map((part) => part.text()))
  expect(said).toEqual([
    ['100 numbers'],
    ['50 numbers', 'Failed'],
    ['No numbers allocated', 'Failed'],
    ['No numbers allocated', 'Not sent'],
    ['Unconfirmed'],
    ['Numbers not received'],
  ])
  list.unmount()
})
