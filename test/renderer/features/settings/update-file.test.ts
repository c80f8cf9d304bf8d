// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import type { UpdateProgress, UpdateState } from '#shared/model/app/update'
import UpdatesSection from '../../../../src-renderer/features/settings/updates/UpdatesSection.vue'
import { mountComponent, withBridge } from '../../support/mount-component'

const idle: UpdateState = {
  current: '0.1.0',
  delivery: 'itself',
  builtInServer: null,
  choices: { mode: 'off', server: null },
  isChosen: true,
  checkedAt: null,
  progress: { step: 'idle' },
}
const show = async (changes: Partial<UpdateState>) => {
  const state = { ...idle, ...changes }
  const { calls } = withBridge({
    'updates/state': () => succeed(state),
    'updates/use-file': () => succeed(state),
  })
  const wrapper = mountComponent(UpdatesSection, {})
  await flushPromises()
  return { wrapper, calls }
}

describe('an update from a file', () => {
  it('is chosen by main, and installed without a server', async () => {
    const { wrapper, calls } = await show({})
    await wrapper.get('[data-testid=update-use-file]').trigger('click')
    expect(calls.at(-1)).toEqual({ name: 'updates/use-file', input: undefined })
    wrapper.unmount()
    const offer = { version: '0.2.0', notes: '' }
    const ready = await show({ progress: { step: 'ready', offer, waits: false } })
    expect(ready.wrapper.find('[data-testid=update-install]').exists()).toBe(true)
    expect(ready.wrapper.get('[data-testid=update-use-file]').attributes('disabled')).toBeDefined()
    ready.wrapper.unmount()
  })

  it.each(['administrator', 'none'] as const)(
    'is not offered where updates come from: %s',
    async (delivery) => {
      const { wrapper } = await show({ delivery })
      expect(wrapper.find('[data-testid=update-delivery]').exists()).toBe(true)
      expect(wrapper.find('[data-testid=update-use-file]').exists()).toBe(false)
      wrapper.unmount()
    },
  )

  it.each([
    ['no-files', 'A file of the update is missing.'],
    ['damaged', 'The installer is damaged.'],
    ['not-newer', 'The update isn’t newer than this version.'],
  ] as const)('is refused with its own reason: %s', async (problem, text) => {
    const progress: UpdateProgress = { step: 'failed', during: 'file', problem, detail: 'why', offer: null }
    const { wrapper } = await show({ progress })
    expect(wrapper.text()).toContain(text)
    expect(wrapper.text()).not.toMatch(/server’s|The server/)
    wrapper.unmount()
  })
})
