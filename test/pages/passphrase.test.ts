import { expect, it } from 'vitest'
import { fail } from '#shared/outcome'
import { onPage } from './support/on-page'

const desk = onPage({
  handlers: () => ({
    'vault/set-passphrase': () => fail({ code: 'not-confirmed', message: 'declined' }),
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
  await expect.poll(() => desk.at('passphrase').inputValue()).toBe('correct horse battery')
  expect(await desk.at('passphrase-submit').isEnabled()).toBe(true)
  expect(await desk.at('dialog').innerText()).not.toContain('failed')
})
