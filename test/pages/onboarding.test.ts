import { describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import { axeViolations } from '../e2e/support/axe'
import { onPage } from './support/on-page'

/** A new profile: training, without any changes. */
const desk = onPage({
  settings: { operatorIdentity: '' },
  prepare: (world) => {
    world.platform = { ...world.platform, training: true }
    world.plugged.clear()
  },
})
/** The lock that the tour plugged in. */
let number = ''

const step = (name: string) => desk.at(`tour-step-${name}`).getAttribute('data-state')
const focused = () =>
  desk.page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? (document.activeElement.dataset['testid'] ?? '') : '',
  )
const isLocked = (): boolean | null | undefined =>
  desk.world.records.find(({ shellNumber }) => shellNumber === number)?.locked

const plugIn = async () => {
  await desk.at('tour').waitFor()
  expect(await step('plug-in')).toBe('current')
  const before = await desk.command('locks/list')
  await desk.tabTo('tour-plug-in')
  await desk.press('Enter')
  await eventually(async () => (await step('plug-in')) === 'ticked')
  const came = (await desk.command('locks/list')).find(
    ({ plugId }) => !before.some((lock) => lock.plugId === plugId),
  )
  number = came?.reading.state === 'read' ? came.reading.shellNumber : ''
}
const disable = async () => {
  await eventually(async () => (await focused()) === 'tour-to-button')
  await desk.press('Enter')
  expect(await focused()).toBe('disable')
  await desk.press('Enter')
  await desk.at('confirm-operator-field').waitFor()
  await desk.page.keyboard.type('Li Wei')
  await desk.press('Enter')
  await eventually(async () => (await step('disable')) === 'ticked')
}
const look = async () => {
  await desk.at('rail-journal').focus()
  await desk.press('Enter')
  await desk.at('journal-row').waitFor()
  await desk.at('chip-tour').waitFor()
}

describe('the onboarding tour by keyboard', () => {
  it('asks to plug in a lock, and does it with one key', async () => {
    await plugIn()
    expect(number).toMatch(/^[86]\d{9}$/)
    expect(isLocked()).toBe(false)
  })

  it('leads to the card’s button; pressing it disables the lock', async () => {
    await plugIn()
    await disable()
    expect(isLocked()).toBe(true)
  })

  it('completes the journal step when the journal is opened, and stays visible there', async () => {
    await plugIn()
    await disable()
    await look()
    await expect.poll(() => desk.at('chip-tour').innerText()).toContain('Step 4 of 4')
    expect((await desk.command('settings/read')).opening.ticked).toEqual(['plug-in', 'disable', 'look'])
  })

  it('continues after a reload', async () => {
    await plugIn()
    await disable()
    await look()
    await desk.reload()
    await desk.at('chip-tour').or(desk.at('tour')).first().waitFor()
    await desk.page.keyboard.press('Control+Digit1')
    await eventually(async () => (await step('enable')) === 'current')
  })

  it('ends when the lock is enabled again, and names the next step', async () => {
    await plugIn()
    await disable()
    await look()
    await desk.page.keyboard.press('Control+Digit1')
    await desk.tabTo('tour-to-button')
    await desk.press('Enter')
    await eventually(async () => (await focused()) === 'enable')
    await desk.press('Enter')
    await desk.at('confirm').waitFor()
    await desk.press('Enter')
    await desk.at('tour-completed').waitFor()
    expect(isLocked()).toBe(false)
    await desk.tabTo('tour-next-list')
    await desk.press('Enter')
    await desk.at('list-empty').waitFor()
    // Saved asynchronously.
    await eventually(async () => (await desk.command('settings/read')).opening.state === 'over')
  })

  it('is available in Help, whose guide has no axe violations', async () => {
    await desk.at('rail-help').focus()
    await desk.press('Enter')
    await desk.at('guide').waitFor()
    for (const appearance of [
      { language: 'en', theme: 'light' },
      { language: 'zh', theme: 'dark' },
    ] as const) {
      await desk.setAppearance(appearance)
      expect(await axeViolations(desk.page)).toEqual([])
    }
    await desk.command('settings/change', { language: 'en', theme: 'light' })
    await desk.at('guide-search').focus()
    await desk.page.keyboard.type('udev')
    await desk.at('guide-nothing').waitFor()
    await desk.press('Escape')
    await desk.page.keyboard.type('sudo')
    await desk.tabTo('guide-hit-permissions')
    await desk.press('Enter')
    await expect.poll(() => desk.page.evaluate(() => document.activeElement?.id)).toBe('permissions')
    await desk.at('guide-to-first-lock').focus()
    await desk.press('Enter')
    await desk.at('start-tour').focus()
    await desk.press('Enter')
    await eventually(async () => (await step('plug-in')) === 'current')
  })

  it('explains a term in place, and restores the focus', async () => {
    await desk.at('rail-shell-numbers').focus()
    await desk.press('Enter')
    await desk.at('tip-shell-number').waitFor()
    await desk.tabTo('tip-shell-number')
    await desk.press('Enter')
    await expect.poll(focused).toBe('tip-shell-number-text')
    await desk.press('Escape')
    await expect.poll(focused).toBe('tip-shell-number')
    await desk.press('Enter')
    await expect.poll(focused).toBe('tip-shell-number-text')
    await desk.page.keyboard.press('Tab')
    await desk.press('Enter')
    await eventually(async () => desk.page.evaluate(() => document.activeElement?.id === 'shell-number'))
  })
})
