// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { beforeEach, expect, it, vi } from 'vitest'
import { ref } from 'vue'
import type { DocumentSignature } from '#shared/model/changes/signature'
import SignatureDialog from '../../../src-renderer/print/SignatureDialog.vue'
import SignaturePad from '../../../src-renderer/print/SignaturePad.vue'
import type { UsedSignatures } from '../../../src-renderer/print/use-signatures'
import { openDialogsAsBrowsers } from '../support/browser-dialogs'
import { createTexts } from '../support/texts'

beforeEach(openDialogsAsBrowsers)

const openDialog = (state: DocumentSignature['state'] | null = null) => {
  const open = vi.fn()
  const save = vi.fn(() => Promise.resolve())
  const on = () => (state === null ? null : { state })
  const signatures = { open, save, on, failure: ref(null) } as unknown as UsedSignatures
  const wrapper = mount(SignatureDialog, {
    attachTo: document.body,
    props: { line: 'returned', signatures },
    global: { plugins: [createPinia(), createTexts('en')] },
  })
  const draw = async (): Promise<void> => {
    wrapper.getComponent(SignaturePad).vm.$emit('update:modelValue', [[[1, 1]]])
    await flushPromises()
  }
  const focused = () => document.activeElement?.getAttribute('data-testid')
  return { wrapper, draw, open, save, focused }
}

it('the next Enter accepts a drawn signature', async () => {
  const { wrapper, draw, focused } = openDialog()
  expect(focused()).toBe('signature-skip')
  await draw()
  expect(focused()).toBe('signature-accept')
  wrapper.unmount()
})

it('Esc does not discard a drawn signature, nor one that is being drawn', async () => {
  const { wrapper, draw, open } = openDialog()
  const escape = () => wrapper.get('dialog').trigger('cancel')
  await wrapper.get('[data-testid=signature-pad]').trigger('pointerdown')
  await escape()
  await draw()
  expect(open).not.toHaveBeenCalled()
  expect(wrapper.find('[data-testid=input-warned]').exists()).toBe(true)
  wrapper.unmount()
  const empty = openDialog()
  await empty.wrapper.get('dialog').trigger('cancel')
  expect(empty.open).toHaveBeenCalledWith(null)
  empty.wrapper.unmount()
})

it('stays open until an accepted signature is saved or has failed', async () => {
  const { wrapper, draw, open, save } = openDialog()
  let end = (): void => undefined
  save.mockImplementation(() => new Promise<void>((done) => (end = done)))
  const skip = () => wrapper.get('[data-testid=signature-skip]').trigger('click')
  await draw()
  await wrapper.get('[data-testid=signature-accept]').trigger('click')
  await skip()
  expect(open).not.toHaveBeenCalled()
  end()
  await flushPromises()
  await skip()
  expect(open).toHaveBeenCalledExactlyOnceWith(null)
  wrapper.unmount()
})

it('a key pressed during a stroke neither leaves the line empty nor accepts a part', async () => {
  const { wrapper, draw, open, save } = openDialog()
  const pad = wrapper.get('[data-testid=signature-pad]')
  Object.assign(pad.element, { setPointerCapture: () => undefined })
  const press = (name: 'skip' | 'accept') => wrapper.get(`[data-testid=signature-${name}]`).trigger('click')
  await pad.trigger('pointerdown', { button: 0, pointerId: 1 })
  await press('skip')
  await pad.trigger('pointerup', { pointerId: 1 })
  await draw()
  await pad.trigger('pointerdown', { button: 0, pointerId: 1 })
  await press('accept')
  expect([open.mock.calls, save.mock.calls]).toEqual([[], []])
  await pad.trigger('pointerup', { pointerId: 1 })
  await press('accept')
  expect(save).toHaveBeenCalledOnce()
  wrapper.unmount()
})

it.each([
  [null, 'the line stays empty', 'Skip'],
  ['deleted', 'the line stays empty', 'Skip'],
  ['unchanged', 'the present signature stays', 'Cancel'],
] as const)('says what stays on the line without a new signature (%s)', (state, hint, button) => {
  const { wrapper } = openDialog(state)
  expect(wrapper.text()).toContain(hint)
  expect(wrapper.get('[data-testid=signature-skip]').text()).toBe(button)
  wrapper.unmount()
})
