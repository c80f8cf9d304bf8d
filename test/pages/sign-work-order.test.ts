import { expect, it } from 'vitest'
import { dayAfter, dayOf } from '#shared/model/calendar-day'
import { fail } from '#shared/outcome'
import { onPage } from './support/on-page'

const desk = onPage({
  handlers: () => ({
    'work-orders/sign': () => fail({ code: 'key-not-storable', message: 'no keychain' }),
  }),
})

it('offers the passphrase where the key cannot be stored, and keeps what was typed', async () => {
  await desk.paste('8000000017\n8000000019')
  await desk.chooseAction('disable')
  await desk.waitForLookup()
  await desk.at('sign-list').click()
  await desk.at('sign-note').fill('Shelf B')
  await desk.at('confirm-sign').click()
  await desk.at('key-passphrase').click()
  await desk.at('passphrase').waitFor()
  await desk.press('Escape')
  await desk.at('passphrase').waitFor({ state: 'detached' })
  expect(await desk.at('sign-note').inputValue()).toBe('Shelf B')
})

it('names no last day while its first day is none', async () => {
  await desk.paste('8000000017\n8000000019')
  await desk.chooseAction('disable')
  await desk.waitForLookup()
  await desk.at('sign-list').click()
  await expect.poll(() => desk.at('sign-until').innerText()).toContain('Until')
  const firstDay = dayAfter(dayOf(Date.now()), 30)
  await desk.at('sign-from').fill(`31.02.${firstDay.slice(0, 4)}`)
  await expect.poll(async () => (await desk.at('sign-until').innerText()).trim()).toBe('')
  await desk.at('sign-from').fill(firstDay)
  await expect.poll(() => desk.at('sign-until').innerText()).toMatch(/Until .*\d/)
})

it('a list for a work order begins with an action, so that what is scanned joins it', async () => {
  await desk.at('rail-work-orders').click()
  await desk.at('make-order-list').click()
  await desk.at('list-empty').waitFor()
  await desk.paste('8000000017\n8000000019')
  await desk.waitForLookup()
  await desk.at('sign-list').waitFor()
})
