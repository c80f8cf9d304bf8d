import { expect, it } from 'vitest'
import { fail } from '#shared/outcome'
import { onPage } from './support/on-page'

/** Declines in the system's dialog. */
let decline: (() => void) | null = null
const desk = onPage({
  handlers: () => ({
    'vault/set-passphrase': () =>
      new Promise((resolve) => {
        decline = () => resolve(fail({ code: 'not-confirmed', message: 'declined' }))
      }),
  }),
})

it('declining the system’s dialog is no failure and keeps the typed passphrase', async () => {
  desk.world.vault = { ...desk.world.vault, state: 'memory' }
  desk.world.emit('vault/changed', desk.world.vault)
  await desk.at('rail-settings').click()
  await desk.at('vault-set').click()
  await desk.at('passphrase').fill('correct horse battery')
  await desk.at('passphrase-again').fill('correct horse battery')
  await desk.press('Enter')
  await expect.poll(() => desk.callsOf('vault/set-passphrase').length).toBe(1)
  // Nothing is saved while the dialog waits.
  await expect.poll(() => desk.at('passphrase-submit').innerText()).toBe('Confirm in the system dialog…')
  decline?.()
  await expect.poll(() => desk.at('passphrase').inputValue()).toBe('correct horse battery')
  expect(await desk.at('passphrase-submit').isEnabled()).toBe(true)
  expect(await desk.at('dialog').innerText()).not.toContain('failed')
})

it('showing the text of a secret field leaves the caret where the next key belongs', async () => {
  desk.world.vault = { ...desk.world.vault, state: 'memory' }
  desk.world.emit('vault/changed', desk.world.vault)
  await desk.at('rail-settings').click()
  await desk.at('vault-set').click()
  const field = desk.at('passphrase')
  const caret = () => field.evaluate((input: HTMLInputElement) => [input.type, input.selectionStart])
  await field.fill('correct battery')
  await desk.press('End')
  await desk.at('passphrase-show').click()
  await expect.poll(caret).toEqual(['text', 15])
  await desk.press('Home', 'ArrowRight')
  await desk.at('passphrase-show').click()
  await expect.poll(caret).toEqual(['password', 1])
  await desk.type('!')
  expect(await field.inputValue()).toBe('c!orrect battery')
  // The keys stay on the button that they press.
  await desk.tabTo('passphrase-show')
  await desk.press('Enter')
  await expect.poll(caret).toEqual(['text', 2])
  expect(await desk.at('passphrase-show').evaluate((eye) => eye === document.activeElement)).toBe(true)
})
