import { assert } from '../assert.mjs'
import { assetOf } from '../request-service.mjs'
import { startSecondService } from '../second-service.mjs'

/** The public training credentials of the licensing service. */
const credentials = {
  orderKey: 'lock-desk',
  orderSecret: 'lock-desk-secret',
  userName: 'counter',
  password: 'Counter-2026',
}
const channel = { code: 'CRM-EAST', customer: 'NB-10017' }

const number = '8000000024'

/** @type {Awaited<ReturnType<typeof startSecondService>> | null} */
let second = null
/** State of the same lock in training. @type {boolean | undefined} */
let lockedInTraining

/** Stops the second service, also after a failed step. */
export async function stopSecondService() {
  await second?.stop()
  second = null
}

/** @type {readonly import('../step.mjs').Step[]} */
export const connectSteps = [
  {
    name: 'The app connects to a second service on loopback',
    run: async ({ driver, baseUrl, enterprises }) => {
      await driver.setAppearance({ language: 'en', theme: 'light' })
      lockedInTraining = (await assetOf(baseUrl, enterprises, number))?.locked
      second = await startSecondService()
      await driver.openPage('Desk')
      await driver.at('welcome').waitFor()
      await driver.press('Connect')
      await driver.fillConnection({ name: 'North office', baseUrl: second.url, ...credentials })
      await driver.answerDialogs(0)
      await driver.press('Test connection')
      await driver.at('test-passed').waitFor()
      const pictures = [await driver.picture('connect-en-light')]
      await driver.setAppearance({ language: 'zh', theme: 'dark' })
      pictures.push(await driver.picture('connect-zh-dark'))
      await driver.setAppearance({ language: 'en', theme: 'light' })
      const shownText = await driver.at('test-steps').innerText()
      await driver.press('Save and open')
      await driver.at('environment-banner').waitFor()
      assert((await driver.at('training-banner').count()) === 0, 'the band of training is still there')
      const status = /** @type {{ baseUrl: string, training: boolean }} */ (
        await driver.command('platform/status')
      )
      assert(status.baseUrl === second.url && !status.training, `the app is connected to ${status.baseUrl}`)
      return { shownText, service: { baseUrl: second.url }, pictures }
    },
  },
  {
    name: 'A lock is disabled on the second service',
    run: async ({ driver, enterprises }) => {
      if (second === null) throw new Error('there is no second service')
      await driver.command('settings/change', { operatorIdentity: 'Wang Min' })
      await driver.openPage('Settings')
      await driver.field('Channel code').fill(channel.code)
      await driver.field('Channel customer ID').fill(channel.customer)
      await driver.press('Add')
      const [enterprise] = enterprises
      await driver.at(`enterprise-${enterprise ?? ''}`).waitFor()
      await driver.openPage('Desk')
      const record = await driver.lookUp(number)
      await record.getByRole('button', { name: 'Disable', exact: true }).click()
      await driver.confirm()
      await driver.page.locator('[data-testid=state][data-state=disabled]').first().waitFor()
      const assetOnSecond = await assetOf(second.url, enterprises, number)
      assert(
        assetOnSecond?.locked === true,
        `the second service says locked: ${String(assetOnSecond?.locked)}`,
      )
      return {
        shownText: await driver.at('environment-banner').innerText(),
        service: { assetNum: assetOnSecond.assetNum, locked: assetOnSecond.locked },
        pictures: [await driver.picture('platform-en-light')],
      }
    },
  },
  {
    name: 'After switching back, the training data are unchanged',
    run: async ({ driver, enterprises }) => {
      await driver.press(/^Connected /)
      const pictures = [await driver.picture('switch-en-light')]
      await driver.press('Training')
      await driver.at('training-banner').waitFor()
      assert((await driver.at('environment-banner').count()) === 0, 'the band of the platform is still there')
      const { baseUrl } = await driver.whenReachable()
      const asset = await assetOf(baseUrl, enterprises, number)
      assert(asset?.locked === lockedInTraining, 'training was changed as well')
      return {
        shownText: await driver.at('training-banner').innerText(),
        service: { baseUrl, assetNum: asset?.assetNum, locked: asset?.locked },
        pictures,
      }
    },
  },
]
