import { assetOf } from './ask-service.mjs'
import { must } from './must.mjs'
import { armedSteps } from './steps/armed.mjs'
import { assetSteps } from './steps/assets.mjs'
import { connectSteps } from './steps/connect.mjs'
import { customerSteps } from './steps/customers.mjs'
import { deviceSteps } from './steps/devices.mjs'
import { employeeSteps } from './steps/employees.mjs'
import { lendingSteps } from './steps/lending.mjs'
import { listSteps } from './steps/list.mjs'
import { invitation, openingSteps } from './steps/opening.mjs'
import { shellNumberSteps } from './steps/shell-numbers.mjs'

/** A lock that is in the tray and on no enterprise's list. */
const unlisted = '8000009999'
const unknownDevice = 'unknown-device'

/**
 * @typedef {object} Scene
 * @property {import('./stage.mjs').Stage} stage
 * @property {{ changed: string, lookedUp: string, unreadable: string }} locks
 * @property {number} seed
 * @property {string} baseUrl
 * @property {readonly string[]} enterprises
 *
 * @typedef {{ said: string, service?: unknown, pictures?: string[] }} Outcome
 * @typedef {{ name: string, run: (scene: Scene) => Promise<Outcome> }} Step
 */

/** @param {Scene} scene @param {string} number */
const asked = async ({ baseUrl, enterprises }, number) => {
  const asset = await assetOf(baseUrl, enterprises, number)
  if (asset === null) throw new Error(`the service knows no ${number}`)
  return asset
}

/** @param {string} text */
const digits = (text) => text.replace(/\D/g, '')

/**
 * @param {Scene} scene
 * @param {'disable' | 'enable'} action
 * @returns {Promise<Outcome>}
 */
async function change(scene, action) {
  const { stage, locks } = scene
  const card = stage.card(locks.changed)
  const before = await asked(scene, locks.changed)
  must(before.locked === (action === 'enable'), `before ${action} the service says locked: ${before.locked}`)
  await stage.at(action, card).click()
  const dialog = stage.at('dialog')
  must(digits(await dialog.innerText()).includes(locks.changed), 'the confirmation does not name the lock')
  const pictures = [await stage.picture(`confirm-${action}`)]
  await stage.at('confirm').click()
  const said = await stage.at('change-result', card).innerText()
  const state = action === 'disable' ? 'disabled' : 'enabled'
  await card.locator(`[data-testid=state][data-state=${state}]`).waitFor()
  const after = await asked(scene, locks.changed)
  must(after.locked === (action === 'disable'), `after ${action} the service says locked: ${after.locked}`)
  pictures.push(await stage.picture(`${state}-en-light`))
  return { said, service: { assetNum: after.assetNum, locked: after.locked }, pictures }
}

/** @type {readonly Step[]} */
export const steps = [
  {
    name: 'The desk opens on training',
    run: async ({ stage, baseUrl }) => {
      await stage.at('training-band').waitFor()
      await stage.at('plugged-list').waitFor()
      return { said: await stage.at('training-band').innerText(), service: { baseUrl } }
    },
  },
  invitation,
  {
    name: 'A lock goes in, and its card shows number and record',
    run: async (scene) => {
      const { stage, locks } = scene
      await stage.plugIn(locks.changed)
      const card = stage.card(locks.changed)
      await card.locator('[data-testid=state][data-state=enabled]').waitFor()
      const asset = await asked(scene, locks.changed)
      must(!asset.locked, 'the card says enabled, the service says locked')
      const said = await card.innerText()
      return {
        said,
        service: { assetNum: asset.assetNum, licenseType: asset.licenseType, locked: asset.locked },
        pictures: [await stage.picture('desk-en-light')],
      }
    },
  },
  { name: 'The lock is disabled', run: (scene) => change(scene, 'disable') },
  { name: 'The lock is enabled again', run: (scene) => change(scene, 'enable') },
  {
    name: 'A lock is looked up by its number',
    run: async (scene) => {
      const { stage, locks } = scene
      const asset = await asked(scene, locks.lookedUp)
      await stage.at('desk-input').fill(`${locks.lookedUp.slice(0, 4)} ${locks.lookedUp.slice(4)}`)
      await stage.page.keyboard.press('Enter')
      const record = stage.at(`record-${locks.lookedUp}`)
      await record.waitFor()
      await stage.at('products', record).waitFor()
      const said = await record.innerText()
      must(said.includes(asset.assetNum), 'the record does not show the whole asset number')
      return {
        said,
        service: { assetNum: asset.assetNum },
        pictures: [await stage.picture('look-up-en-light')],
      }
    },
  },
  {
    name: 'A number on no list is called that, and not “does not exist”',
    run: async (scene) => {
      const { stage } = scene
      must((await assetOf(scene.baseUrl, scene.enterprises, unlisted)) === null, 'the service does know it')
      await stage.at('desk-input').fill(unlisted)
      await stage.page.keyboard.press('Enter')
      await stage.at('not-listed').waitFor()
      return {
        said: await stage.at('not-listed').innerText(),
        service: null,
        pictures: [await stage.picture('not-listed')],
      }
    },
  },
  {
    name: 'A lock that cannot be read is explained',
    run: async ({ stage, locks }) => {
      await stage.gesture(locks.unreadable, 'make-unreadable')
      await stage.plugIn(locks.unreadable)
      const failure = stage.page.getByTestId('read-again').first()
      await failure.waitFor()
      const said = await stage.page.locator('article', { has: failure }).first().innerText()
      const pictures = [await stage.picture('unreadable')]
      await stage.gesture(locks.unreadable, 'make-well')
      await stage.card(locks.unreadable).locator('[data-testid=state]').waitFor()
      return { said, pictures }
    },
  },
  {
    name: 'An unknown model is explained',
    run: async ({ stage }) => {
      await stage.plugIn(unknownDevice)
      await stage.at('what-now').click()
      const said = await stage.at('dialog').innerText()
      const pictures = [await stage.picture('unknown-en-light')]
      await stage.look('zh', 'light')
      pictures.push(await stage.picture('unknown-zh-light'))
      await stage.look('en', 'light')
      await stage.at('cancel').click()
      return { said, pictures }
    },
  },
  {
    name: 'The journal has what was done',
    run: async (scene) => {
      const { stage, locks } = scene
      await stage.at('rail-journal').click()
      await stage.at('journal-row').waitFor()
      const rows = await stage.page.getByTestId('journal-row').allInnerTexts()
      const mine = rows.filter((row) => digits(row).includes(locks.changed))
      must(mine.length === 2, `the journal shows ${mine.length} entries for the lock, not two`)
      const entries = /** @type {{ action: string, state: string }[]} */ (
        await stage.command('journal/recent', { limit: 10 })
      )
      const told = entries.map(({ action, state }) => `${action} ${state}`)
      must(told.join() === 'enable done,disable done', `the journal holds ${told.join()}`)
      const asset = await asked(scene, locks.changed)
      must(!asset.locked, 'the last entry says enabled, the service says locked')
      return {
        said: mine.join('\n'),
        service: { locked: asset.locked },
        pictures: [await stage.picture('journal-en-light')],
      }
    },
  },
  ...openingSteps,
  {
    name: 'Settings know the enterprises of training',
    run: async (scene) => {
      const { stage } = scene
      await stage.at('rail-settings').click()
      for (const id of scene.enterprises) await stage.at(`enterprise-${id}`).waitFor()
      return {
        said: `${scene.enterprises.length} enterprises`,
        pictures: [await stage.picture('settings-en-light')],
      }
    },
  },
  {
    name: 'The same in Chinese, and in the dark',
    run: async ({ stage, locks }) => {
      const pictures = []
      await stage.look('zh', 'light')
      pictures.push(await stage.picture('settings-zh-light'))
      await stage.at('rail-journal').click()
      pictures.push(await stage.picture('journal-zh-light'))
      await stage.look('zh', 'dark')
      pictures.push(await stage.picture('journal-zh-dark'))
      await stage.at('rail-desk').click()
      await stage.at('clear-input').click()
      await stage.at('open', stage.card(locks.changed)).click()
      await stage.at(`record-${locks.changed}`).waitFor()
      const said = await stage.card(locks.changed).innerText()
      must(/[\u4e00-\u9fff]/.test(said), 'the card is not in Chinese')
      pictures.push(await stage.picture('desk-zh-dark'))
      await stage.look('zh', 'light')
      pictures.push(await stage.picture('desk-zh-light'))
      await stage.look('en', 'dark')
      pictures.push(await stage.picture('desk-en-dark'))
      await stage.at('disable', stage.card(locks.changed)).click()
      pictures.push(await stage.picture('confirm-en-dark'))
      await stage.at('cancel').click()
      return { said, pictures }
    },
  },
  ...listSteps,
  ...armedSteps,
  ...customerSteps,
  ...deviceSteps,
  ...lendingSteps,
  ...assetSteps,
  ...employeeSteps,
  ...shellNumberSteps,
  {
    name: 'An empty desk says what to do',
    run: async ({ stage }) => {
      await stage.look('en', 'light')
      await stage.at('rail-desk').click()
      const close = stage.at('close-result')
      if (await close.isVisible()) await close.click()
      const plugged = stage.page.getByTestId('tray-pull-out')
      while ((await plugged.count()) > 0) await plugged.first().click()
      await stage.at('plugged-empty').waitFor({ timeout: 30_000 })
      const pictures = [await stage.picture('empty-en-light')]
      await stage.look('zh', 'light')
      pictures.push(await stage.picture('empty-zh-light'))
      return { said: await stage.at('plugged-empty').innerText(), pictures }
    },
  },
  ...connectSteps,
]
