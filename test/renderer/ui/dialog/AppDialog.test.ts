// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h, nextTick, ref } from 'vue'
import AppDialog from '../../../../src-renderer/ui/dialog/AppDialog.vue'
import { openDialogsAsBrowsers } from '../../support/browser-dialogs'
import { mountComponent } from '../../support/mount-component'

let wrapper: ReturnType<typeof mountComponent> | undefined

beforeEach(openDialogsAsBrowsers)
afterEach(() => {
  wrapper?.unmount()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const open = (inside: () => unknown, props: Readonly<Record<string, unknown>> = {}) => {
  const page = () =>
    // Pages have a part with this class, too.
    h('div', { class: 'body' }, [
      h(
        AppDialog as never,
        { title: 'Sheet', ...props },
        { default: inside, footer: () => h('button', { id: 'confirm' }) },
      ),
    ])
  wrapper = mountComponent(page, {})
}

it('discards what was entered only at the second Esc, if it is to be kept', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const closed = vi.fn()
  wrapper = mountComponent(
    () => h(AppDialog as never, { title: 'Form', guardsInput: true, onClose: closed }, () => h('input')),
    {},
  )
  const page = wrapper
  const dialog = page.get('dialog')
  await dialog.trigger('cancel')
  expect(closed).toHaveBeenCalledTimes(1)
  await page.get('input').setValue('Chen')
  await dialog.trigger('cancel')
  expect(closed).toHaveBeenCalledTimes(1)
  expect(page.find('[data-testid=input-warned]').exists()).toBe(true)
  // Who types on has decided.
  await page.get('input').setValue('Chen Yu')
  await dialog.trigger('mousedown')
  // An impatient second press has not read the warning.
  await dialog.trigger('cancel')
  expect(closed).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(700)
  // Who goes on in the form has decided too.
  await page.get('input').trigger('click')
  expect(page.find('[data-testid=input-warned]').exists()).toBe(false)
  await dialog.trigger('cancel')
  expect(closed).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(700)
  await dialog.trigger('cancel')
  expect(closed).toHaveBeenCalledTimes(2)
})

it('stays in sight as long as the page keeps it, however often Esc is pressed', async () => {
  const closed = vi.fn()
  wrapper = mountComponent(
    () => h(AppDialog as never, { title: 'Form', onClose: closed }, () => h('input')),
    {},
  )
  const input = wrapper.get('input').element
  const dialog = wrapper.get('dialog')
  /** Whether the key is left to the browser, which asks at the first one only. */
  const press = (repeat = false): boolean =>
    input.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, repeat }),
    )
  expect(press()).toBe(true)
  await dialog.trigger('cancel')
  expect(closed).toHaveBeenCalledTimes(1)
  expect(press()).toBe(false)
  expect(closed).toHaveBeenCalledTimes(2)
  // A key that is held asks for nothing more.
  expect(press(true)).toBe(false)
  expect(closed).toHaveBeenCalledTimes(2)
})

describe('AppDialog', () => {
  it('focuses its first field, wherever that is rendered', () => {
    open(() => h('input', { id: 'asked' }))
    expect(document.activeElement?.id).toBe('asked')
  })

  it('focuses a text without a control, so that keys scroll it', () => {
    open(() => 'Shortcuts', { isText: true })
    expect(document.activeElement?.textContent).toBe('Shortcuts')
  })

  it('focuses its button where it has no field', () => {
    open(() => 'Nothing to fill in.')
    expect(document.activeElement?.id).toBe('confirm')
  })
})

describe('a dialog that loads', () => {
  const loading = ref(true)
  const inside = ref<'text' | 'choice'>('text')
  /** Its footer has the button that goes on once it is loaded. */
  const openLoading = () => {
    loading.value = true
    inside.value = 'text'
    wrapper = mountComponent(
      () =>
        h(
          AppDialog as never,
          { title: 'Reverse', isLoading: loading.value },
          {
            default: () => (inside.value === 'text' ? 'Two changes.' : h('input', { id: 'choice' })),
            footer: () => [
              h('button', { id: 'cancel' }),
              ...(loading.value ? [] : [h('button', { id: 'go-on' })]),
            ],
          },
        ),
      {},
    )
  }
  const load = async (): Promise<void> => {
    loading.value = false
    await nextTick()
  }

  it('gives the focus to the button that goes on', async () => {
    openLoading()
    expect(document.activeElement?.id).toBe('cancel')
    await load()
    expect(document.activeElement?.id).toBe('go-on')
  })

  it('gives it to what it asks first', async () => {
    openLoading()
    inside.value = 'choice'
    await load()
    expect(document.activeElement?.id).toBe('choice')
  })

  it('leaves the focus where the person moved it', async () => {
    openLoading()
    const close = wrapper?.get<HTMLElement>('header button').element
    close?.focus()
    await load()
    expect(document.activeElement).toBe(close)
  })
})
