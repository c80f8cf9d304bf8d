// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import NotFound from '../../../../../src-renderer/features/lock-desk/details/NotFound.vue'
import { mountComponent } from '../../../support/mount-component'
import { record, unreachable } from '../../../support/samples'

const page = (props: Record<string, unknown>) =>
  mountComponent(NotFound, {
    number: '8000000099',
    enterprises: 3,
    unread: 0,
    failure: null,
    lookUpCount: 1,
    searching: false,
    change: null,
    ...props,
  })
const has = (wrapper: ReturnType<typeof page>, testId: string) =>
  wrapper.find(`[data-testid=${testId}]`).exists()

describe('NotFound', () => {
  it('does not allow sending after the first search', () => {
    const wrapper = page({})
    expect(has(wrapper, 'disable')).toBe(false)
    expect(has(wrapper, 'search-again')).toBe(true)
  })

  it('allows sending after the second search, and shows what is sent', () => {
    const wrapper = page({ lookUpCount: 2 })
    expect([has(wrapper, 'disable'), has(wrapper, 'enable')]).toEqual([true, true])
    expect(wrapper.text()).toContain('8000000099')
    expect(wrapper.text()).toContain('The platform may reject this number')
  })

  it('does not allow sending when the second search did not reach the platform', () => {
    expect(has(page({ lookUpCount: 2, failure: unreachable }), 'disable')).toBe(false)
  })

  it('does not say “not found” where assets were never loaded, and searches again', async () => {
    const wrapper = page({ lookUpCount: 2, unread: 3, failure: unreachable })
    expect(wrapper.get('h2').text()).toBe('Search failed')
    expect(wrapper.text()).toContain('The assets of 3 enterprises are not loaded yet.')
    expect(wrapper.text()).not.toMatch(/Not found|earlier data/)
    expect(has(wrapper, 'disable')).toBe(false)
    await wrapper.get('[data-testid=search-again]').trigger('click')
    expect(wrapper.emitted('searchAgain')).toHaveLength(1)
  })

  it('suggests similar listed locks, also where sending is allowed', async () => {
    const near = [record('8000000098', 0, { assetNum: 'LD8000000098', enterpriseName: 'North Bridge' })]
    for (const lookUpCount of [1, 2]) {
      const wrapper = page({ near, lookUpCount })
      expect(wrapper.get('[data-testid=near]').text()).toContain('LD8000000098')
      await wrapper.get('[data-testid=near] button').trigger('click')
      expect(wrapper.emitted('open')).toEqual([['LD8000000098']])
    }
    expect(has(page({ lookUpCount: 2 }), 'near')).toBe(false)
  })

  it('offers to add an enterprise, whether or not there are some', async () => {
    for (const enterprises of [0, 3]) {
      const wrapper = page({ enterprises })
      await wrapper.get('[data-testid=add-enterprise]').trigger('click')
      expect(wrapper.emitted('addEnterprise')).toHaveLength(1)
    }
  })
})
