import { assetOf } from './request-service.mjs'
import { assert } from './assert.mjs'
import { continuousSteps } from './steps/continuous.mjs'
import { assetSteps } from './steps/assets.mjs'
import { counterSteps } from './steps/counter.mjs'
import { connectSteps } from './steps/connect.mjs'
import { customerSteps } from './steps/customers.mjs'
import { deviceSteps } from './steps/devices.mjs'
import { employeeSteps } from './steps/employees.mjs'
import { lendingSteps } from './steps/lending.mjs'
import { listSteps } from './steps/list.mjs'
import { invitation, onboardingSteps } from './steps/onboarding.mjs'
import { shellNumberSteps } from './steps/shell-numbers.mjs'

/** A simulated lock that belongs to no enterprise. */
const unlisted = '8000009999'
const unknownDevice = 'unknown-device'

/**
 * @typedef {import('./step.mjs').Outcome} Outcome
 * @typedef {import('./step.mjs').Step} Step
 * @typedef {import('./step.mjs').TourContext} TourContext
 */

/** @param {TourContext} context @param {string} number */
const requireAsset = async ({ baseUrl, enterprises }, number) => {
  const asset = await assetOf(baseUrl, enterprises, number)
  if (asset === null) throw new Error(`the service knows no ${number}`)
  return asset
}

/** @param {string} text */
const digitsOf = (text) => text.replace(/\D/g, '')

/**
 * @param {TourContext} context
 * @param {'disable' | 'enable'} action
 * @returns {Promise<Outcome>}
 */
async function changeLock(context, action) {
  const { driver, locks } = context
  const card = driver.card(locks.changed)
  const before = await requireAsset(context, locks.changed)
  assert(
    before.locked === (action === 'enable'),
    `before ${action} the service says locked: ${before.locked}`,
  )
  const button = action === 'disable' ? 'Disable' : 'Enable'
  await card.getByRole('button', { name: button, exact: true }).click()
  const dialog = driver.dialog()
  assert(
    digitsOf(await dialog.innerText()).includes(locks.changed),
    'the confirmation does not name the lock',
  )
  const pictures = [await driver.picture(`confirm-${action}`)]
  await driver.confirm()
  const shownText = await driver.at('change-result', card).innerText()
  const state = action === 'disable' ? 'disabled' : 'enabled'
  await driver.cardIs(locks.changed, state)
  const after = await requireAsset(context, locks.changed)
  assert(after.locked === (action === 'disable'), `after ${action} the service says locked: ${after.locked}`)
  pictures.push(await driver.picture(`${state}-en-light`))
  return { shownText, service: { assetNum: after.assetNum, locked: after.locked }, pictures }
}

/** @type {readonly Step[]} */
export const steps = [
  {
    name: 'The app opens in the training environment',
    run: async ({ driver, baseUrl }) => {
      await driver.at('training-banner').waitFor()
      await driver.at('plugged-list').waitFor()
      return { shownText: await driver.at('training-banner').innerText(), service: { baseUrl } }
    },
  },
  invitation,
  {
    name: 'A plugged-in lock shows its number and details',
    run: async (context) => {
      const { driver, locks } = context
      await driver.plugIn(locks.changed)
      const card = driver.card(locks.changed)
      await driver.cardIs(locks.changed, 'enabled')
      const asset = await requireAsset(context, locks.changed)
      assert(!asset.locked, 'the card says enabled, the service says locked')
      const shownText = await card.innerText()
      return {
        shownText,
        service: { assetNum: asset.assetNum, licenseType: asset.licenseType, locked: asset.locked },
        pictures: [await driver.picture('desk-en-light')],
      }
    },
  },
  { name: 'The lock is disabled', run: (context) => changeLock(context, 'disable') },
  { name: 'The lock is enabled again', run: (context) => changeLock(context, 'enable') },
  {
    name: 'A lock is found by its number',
    run: async (context) => {
      const { driver, locks } = context
      const asset = await requireAsset(context, locks.lookedUp)
      const record = await driver.lookUp(`${locks.lookedUp.slice(0, 4)} ${locks.lookedUp.slice(4)}`)
      await driver.at('products', record).waitFor()
      const shownText = await record.innerText()
      assert(shownText.includes(asset.assetNum), 'the record does not show the whole asset number')
      return {
        shownText,
        service: { assetNum: asset.assetNum },
        pictures: [await driver.picture('look-up-en-light')],
      }
    },
  },
  {
    name: 'An unknown number is reported as not found',
    run: async (context) => {
      const { driver } = context
      assert(
        (await assetOf(context.baseUrl, context.enterprises, unlisted)) === null,
        'the service does know it',
      )
      await driver.field('Shell number or asset number').fill(unlisted)
      await driver.page.keyboard.press('Enter')
      await driver.at('not-listed').waitFor()
      return {
        shownText: await driver.at('not-listed').innerText(),
        service: null,
        pictures: [await driver.picture('not-listed')],
      }
    },
  },
  {
    name: 'An unreadable lock shows an explanation',
    run: async ({ driver, locks }) => {
      await driver.gesture(locks.unreadable, 'make-unreadable')
      await driver.plugIn(locks.unreadable)
      const failure = driver.page.getByTestId('read-again').first()
      await failure.waitFor()
      const shownText = await driver.page.locator('article', { has: failure }).first().innerText()
      const pictures = [await driver.picture('unreadable')]
      await driver.gesture(locks.unreadable, 'make-well')
      await driver.cardIs(locks.unreadable)
      return { shownText, pictures }
    },
  },
  {
    name: 'An unknown lock model shows an explanation',
    run: async ({ driver }) => {
      await driver.plugIn(unknownDevice)
      await driver.press('Show options')
      const shownText = await driver.dialog().innerText()
      const pictures = [await driver.picture('unknown-en-light')]
      await driver.setAppearance({ language: 'zh', theme: 'light' })
      pictures.push(await driver.picture('unknown-zh-light'))
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.cancel()
      return { shownText, pictures }
    },
  },
  {
    name: 'The activity log contains both changes',
    run: async (context) => {
      const { driver, locks } = context
      await driver.openPage('Activity log')
      await driver.at('journal-row').waitFor()
      const rows = await driver.page.getByTestId('journal-row').allInnerTexts()
      const ofLock = rows.filter((row) => digitsOf(row).includes(locks.changed))
      assert(ofLock.length === 2, `the journal shows ${ofLock.length} entries for the lock, not two`)
      const entries = /** @type {{ action: string, state: string }[]} */ (
        await driver.command('journal/recent', { limit: 10 })
      )
      const states = entries.map(({ action, state }) => `${action} ${state}`)
      assert(states.join() === 'enable done,disable done', `the journal holds ${states.join()}`)
      const asset = await requireAsset(context, locks.changed)
      assert(!asset.locked, 'the last entry says enabled, the service says locked')
      return {
        shownText: ofLock.join('\n'),
        service: { locked: asset.locked },
        pictures: [await driver.picture('journal-en-light')],
      }
    },
  },
  ...onboardingSteps,
  {
    name: 'Settings list the training enterprises',
    run: async (context) => {
      const { driver } = context
      await driver.openPage('Settings')
      for (const id of context.enterprises) await driver.at(`enterprise-${id}`).waitFor()
      return {
        shownText: `${context.enterprises.length} enterprises`,
        pictures: [await driver.picture('settings-en-light')],
      }
    },
  },
  {
    name: 'The pages appear in Chinese and in the dark theme',
    run: async ({ driver, locks }) => {
      const pictures = []
      await driver.setAppearance({ language: 'zh', theme: 'light' })
      pictures.push(await driver.picture('settings-zh-light'))
      await driver.openPage('Activity log')
      pictures.push(await driver.picture('journal-zh-light'))
      await driver.setAppearance({ language: 'zh', theme: 'dark' })
      pictures.push(await driver.picture('journal-zh-dark'))
      await driver.openPage('Desk')
      await driver.press(/^打开 /, driver.card(locks.changed))
      await driver.at(`record-${locks.changed}`).waitFor()
      const shownText = await driver.card(locks.changed).innerText()
      assert(/[\u4e00-\u9fff]/.test(shownText), 'the card is not in Chinese')
      pictures.push(await driver.picture('desk-zh-dark'))
      await driver.setAppearance({ language: 'zh', theme: 'light' })
      pictures.push(await driver.picture('desk-zh-light'))
      await driver.setAppearance({ language: 'en', theme: 'dark' })
      pictures.push(await driver.picture('desk-en-dark'))
      await driver.press('Disable', driver.card(locks.changed))
      pictures.push(await driver.picture('confirm-en-dark'))
      await driver.cancel()
      return { shownText, pictures }
    },
  },
  ...listSteps,
  ...counterSteps,
  ...continuousSteps,
  ...customerSteps,
  ...deviceSteps,
  ...lendingSteps,
  ...assetSteps,
  ...employeeSteps,
  ...shellNumberSteps,
  {
    name: 'The empty Desk page shows instructions',
    run: async ({ driver }) => {
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.openPage('Desk')
      const close = driver.at('close-result')
      if (await close.isVisible()) await close.click()
      const plugged = driver.page.getByTestId('simulator-pull-out')
      while ((await plugged.count()) > 0) await plugged.first().click()
      await driver.at('plugged-empty').waitFor({ timeout: 30_000 })
      const pictures = [await driver.picture('empty-en-light')]
      await driver.setAppearance({ language: 'zh', theme: 'light' })
      pictures.push(await driver.picture('empty-zh-light'))
      return { shownText: await driver.at('plugged-empty').innerText(), pictures }
    },
  },
  ...connectSteps,
]
