// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import AppTabs from '../../../../src-renderer/ui/layout/AppTabs.vue'
import { mountComponent } from '../../support/mount-component'

const options = ['devices', 'profiles', 'log'].map((value) => ({ value, label: value }))
const open = (value = 'devices') => {
  const wrapper = mountComponent(AppTabs, { value, options, label: 'View', panel: 'panel', testid: 'tabs' })
  const tabs = () => wrapper.findAll('[role=tab]')
  const press = async (key: string) => {
    await wrapper.get('[role=tablist]').trigger('keydown', { key })
    return wrapper.emitted('choose')?.at(-1)
  }
  return { wrapper, tabs, press }
}

describe('tabs', () => {
  it('have the names and states that a screen reader needs', () => {
    const { wrapper, tabs } = open('profiles')
    expect(wrapper.get('[role=tablist]').attributes('aria-label')).toBe('View')
    expect(tabs().map((tab) => tab.attributes('aria-selected'))).toEqual(['false', 'true', 'false'])
    expect(tabs().map((tab) => tab.attributes('aria-controls'))).toEqual(['panel', 'panel', 'panel'])
  })

  it('are one tab stop', () => {
    expect(
      open('log')
        .tabs()
        .map((tab) => tab.attributes('tabindex')),
    ).toEqual(['-1', '-1', '0'])
  })

  it.each([
    ['devices', 'ArrowRight', 'profiles'],
    ['devices', 'ArrowLeft', 'log'],
    ['log', 'ArrowRight', 'devices'],
    ['profiles', 'Home', 'devices'],
    ['profiles', 'End', 'log'],
  ])('from %s, %s chooses %s and focuses it', async (from, key, to) => {
    const { press } = open(from)
    expect(await press(key)).toEqual([to])
    expect(document.activeElement?.textContent).toBe(to)
  })

  it('leave other keys alone', async () => {
    expect(await open().press('a')).toBeUndefined()
  })
})
