// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import JobFoot from '../../../../../src-renderer/features/lock-desk/list/JobFoot.vue'
import { createTexts } from '../../../support/texts'
import { job } from '../../../support/samples'

const none = { retry: 0, never: 0, rest: 0, unknown: 0, reverse: 0, leftOut: 0 }

describe('what stands under a list that was sent', () => {
  it('keeps the focus when settling took the button away that had it', async () => {
    const foot = mount(JobFoot, {
      props: {
        action: 'disable',
        job: job({ state: 'ended' }),
        offers: { ...none, unknown: 2 },
        summary: '2 unknown',
        wanted: null,
        starting: false,
        settling: false,
        stillUnknown: false,
      },
      global: { plugins: [createTexts('en')] },
      attachTo: document.body,
    })
    foot.get<HTMLElement>('[data-testid=job-settle]').element.focus()
    await foot.setProps({ offers: none })
    expect(document.activeElement?.getAttribute('data-testid')).toBe('job-foot')
    foot.unmount()
  })

  it('says what is known of the unknown, before and after they were looked up', async () => {
    const foot = mount(JobFoot, {
      props: {
        action: 'disable',
        job: job({ state: 'ended' }),
        offers: { ...none, unknown: 2 },
        summary: '2 unknown',
        wanted: null,
        starting: false,
        settling: false,
        stillUnknown: false,
      },
      global: { plugins: [createTexts('en')] },
    })
    expect(foot.get('[data-testid=job-unknown]').text()).toContain('never sends them again')
    await foot.setProps({ stillUnknown: true })
    expect(foot.get('[data-testid=job-unknown]').text()).toContain('Looked up just now')
    await foot.setProps({ offers: none })
    expect(foot.find('[data-testid=job-unknown]').exists()).toBe(false)
  })

  it('says of what was sent again that it was, so that the same refusal is news', () => {
    const mounted = (retryOf: string | null) =>
      mount(JobFoot, {
        props: {
          action: 'disable',
          job: job({ state: 'ended', retryOf }),
          offers: { ...none, retry: 2 },
          summary: '2 refused',
          wanted: null,
          starting: false,
          settling: false,
          stillUnknown: false,
        },
        global: { plugins: [createTexts('en')] },
      })
        .get('[data-testid=job-summary]')
        .text()
    expect(mounted(null)).toBe('2 refused')
    expect(mounted('before')).toBe('Sent again: 2 refused')
  })
})
