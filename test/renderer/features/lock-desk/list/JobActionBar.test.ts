// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import JobActionBar from '../../../../../src-renderer/features/lock-desk/list/JobActionBar.vue'
import { createTexts } from '../../../support/texts'
import { job } from '../../../support/samples'

const none = {
  retry: 0,
  notRetryable: 0,
  rejectedAgain: 0,
  unsent: 0,
  unknown: 0,
  reverse: 0,
  notSelected: 0,
}

describe('JobActionBar', () => {
  it('keeps the focus when reviewing removed the focused button', async () => {
    const foot = mount(JobActionBar, {
      props: {
        action: 'disable',
        job: job({ state: 'ended' }),
        actionCounts: { ...none, unknown: 2 },
        summary: '2 unknown',
        pendingControl: null,
        starting: false,
        isCheckingResult: false,
        checked: null,
      },
      global: { plugins: [createTexts('en')] },
      attachTo: document.body,
    })
    foot.get<HTMLElement>('[data-testid=job-check-result]').element.focus()
    await foot.setProps({ actionCounts: none })
    expect(document.activeElement?.getAttribute('data-testid')).toBe('job-action-bar')
    foot.unmount()
  })

  it('describes unconfirmed rows before and after reading back', async () => {
    const foot = mount(JobActionBar, {
      props: {
        action: 'disable',
        job: job({ state: 'ended' }),
        actionCounts: { ...none, unknown: 2 },
        summary: '2 unknown',
        pendingControl: null,
        starting: false,
        isCheckingResult: false,
        checked: null,
      },
      global: { plugins: [createTexts('en')] },
    })
    expect(foot.get('[data-testid=job-unknown]').text()).toContain('nothing is resent')
    await foot.setProps({ checked: 'Checked just now: unchanged.' })
    expect(foot.get('[data-testid=job-unknown]').text()).toBe('Checked just now: unchanged.')
    await foot.setProps({ actionCounts: none })
    expect(foot.find('[data-testid=job-unknown]').exists()).toBe(false)
  })

  it('mentions a retry, so that the same failure is announced again', () => {
    const mounted = (retryOf: string | null) =>
      mount(JobActionBar, {
        props: {
          action: 'disable',
          job: job({ state: 'ended', retryOf }),
          actionCounts: { ...none, retry: 2 },
          summary: '2 refused',
          pendingControl: null,
          starting: false,
          isCheckingResult: false,
          checked: null,
        },
        global: { plugins: [createTexts('en')] },
      })
        .get('[data-testid=job-summary]')
        .text()
    expect(mounted(null)).toBe('2 refused')
    expect(mounted('before')).toBe('Retry finished: 2 refused')
  })
})
