import { beforeEach, expect, it } from 'vitest'
import { fail } from '#shared/outcome'
import { onPage } from './support/on-page'

let decline = (): void => undefined
let declined: Promise<void>

const desk = onPage({
  handlers: () => ({
    'jobs/start': async () => {
      await declined
      return fail({ code: 'not-confirmed', message: '' })
    },
  }),
})
beforeEach(() => {
  declined = new Promise((done) => (decline = done))
})

const isOnTop = (testId: string) =>
  desk.page.evaluate(
    (id) =>
      document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog')?.dataset['testid'] === id,
    testId,
  )

it('a dialog that opens after the app was locked stays beneath the lock screen', async () => {
  await desk.at('rail-shell-numbers').click()
  await desk.at('allocate-count').fill('25')
  await desk.at('allocate').click()
  await desk.at('allocate-confirm').click()
  await desk.at('dialog').waitFor({ state: 'detached' })
  await desk.press('Control+k')
  await desk.page.keyboard.type('lock screen', { delay: 70 })
  await desk.page.locator('[data-entry="action:lock-screen"]').click()
  await desk.at('lock-screen').waitFor()
  await desk.at('operator-field').fill('Chen')

  decline()
  await desk.at('allocate-confirm').waitFor({ state: 'attached' })
  await expect.poll(() => isOnTop('lock-screen')).toBe(true)
  await desk.page.keyboard.type(' Yu', { delay: 70 })
  expect(await desk.at('operator-field').inputValue()).toBe('Chen Yu')

  await desk.press('Enter')
  await expect.poll(() => isOnTop('dialog')).toBe(true)
  expect(await desk.at('confirm-operator').innerText()).toContain('Chen Yu')
})
