// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import DetailsPanel from '../../../../src-renderer/ui/layout/DetailsPanel.vue'

describe('DetailsPanel', () => {
  it('is a named region with its title first and a named button that closes it', async () => {
    const panel = mount(DetailsPanel, {
      props: { label: 'Loan details', closeLabel: 'Close details', closeTestid: 'close-details' },
      slots: { title: '<h2>6000 000 044</h2>', default: '<p>Lent to Grace</p>' },
    })
    expect(panel.get('aside').attributes('aria-label')).toBe('Loan details')
    expect(
      panel.findAll('h2, button, p').map((part) => part.attributes('aria-label') ?? part.text()),
    ).toEqual(['6000 000 044', 'Close details', 'Lent to Grace'])
    await panel.get('[data-testid=close-details]').trigger('click')
    expect(panel.emitted('close')).toHaveLength(1)
  })
})
