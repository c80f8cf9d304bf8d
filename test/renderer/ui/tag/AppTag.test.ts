// @vitest-environment happy-dom
import { CircleCheck } from '@lucide/vue'
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { inTableRow } from '../../../../src-renderer/ui/table/table-column'
import AppTag from '../../../../src-renderer/ui/tag/AppTag.vue'

describe.each([
  ['on a page', false],
  ['in a row of a table', true],
])('AppTag %s', (_, isInRow) => {
  const global = { provide: { [inTableRow as symbol]: isInRow } }

  it('is read as its word alone: no role, no tab stop, a silent icon', () => {
    const tag = mount(AppTag, {
      props: { tone: 'enabled', icon: CircleCheck },
      slots: { default: 'Enabled' },
      global,
    })
    expect(tag.text()).toBe('Enabled')
    expect(tag.findAll('[role], [tabindex], button')).toEqual([])
    expect(tag.findAll('svg').map((icon) => icon.attributes('aria-hidden'))).toEqual(['true'])
  })

  it('carries the test id and the state on the tag itself', () => {
    const tag = mount(AppTag, { props: { tone: 'quiet' }, attrs: { 'data-testid': 'count' }, global })
    expect(tag.attributes('data-testid')).toBe('count')
  })
})
