// @vitest-environment happy-dom
import { SearchX } from '@lucide/vue'
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import EmptyState from '../../../../src-renderer/ui/feedback/EmptyState.vue'

describe('EmptyState', () => {
  it('is read as title, sentence and button, in this order, without the picture', () => {
    const empty = mount(EmptyState, {
      props: { icon: SearchX, title: 'No active loans', text: 'Lend a lock to see it here.' },
      slots: { default: '<button>Lend</button>' },
    })
    expect(empty.findAll('p, button').map((part) => part.text())).toEqual([
      'No active loans',
      'Lend a lock to see it here.',
      'Lend',
    ])
    expect(empty.text()).not.toContain('No Data')
    expect(empty.findAll('svg').map((icon) => icon.attributes('aria-hidden'))).toEqual(['true'])
  })
})
