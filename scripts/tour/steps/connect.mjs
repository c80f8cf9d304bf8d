import { assetOf } from '../ask-service.mjs'
import { startSecondService } from '../second-service.mjs'

/** As they stand in every training service, and in no other. */
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
/** How the same lock stands in training meanwhile. @type {boolean | undefined} */
let lockedInTraining

/**
 * @param {boolean} holds
 * @param {string} otherwise
 */
function must(holds, otherwise) {
  if (!holds) throw new Error(otherwise)
}

/** What is started for these steps ends with the tour, however it went. */
export async function endConnecting() {
  await second?.stop()
  second = null
}

/** @type {readonly import('../steps.mjs').Step[]} */
export const connectSteps = [
  {
    name: 'The desk connects to a second service on loopback',
    run: async ({ stage, baseUrl, enterprises }) => {
      await stage.look('en', 'light')
      lockedInTraining = (await assetOf(baseUrl, enterprises, number))?.locked
      second = await startSecondService()
      await stage.at('rail-desk').click()
      await stage.at('welcome').waitFor()
      await stage.at('welcome-connect').click()
      const form = { name: 'North office', baseUrl: second.url, ...credentials }
      for (const [field, text] of Object.entries(form)) await stage.at(`connect-${field}`).fill(text)
      await stage.at('connect-test').click()
      await stage.at('test-passed').waitFor()
      const pictures = [await stage.picture('connect-en-light')]
      await stage.look('zh', 'dark')
      pictures.push(await stage.picture('connect-zh-dark'))
      await stage.look('en', 'light')
      const said = await stage.at('test-steps').innerText()
      await stage.at('connect-save').click()
      await stage.at('environment-band').waitFor()
      must((await stage.at('training-band').count()) === 0, 'the band of training is still there')
      const status = /** @type {{ baseUrl: string, training: boolean }} */ (
        await stage.command('platform/status')
      )
      must(status.baseUrl === second.url && !status.training, `the desk is on ${status.baseUrl}`)
      return { said, service: { baseUrl: second.url }, pictures }
    },
  },
  {
    name: 'A lock is disabled there',
    run: async ({ stage, enterprises }) => {
      if (second === null) throw new Error('there is no second service')
      await stage.command('settings/change', { operatorIdentity: 'Wang Min' })
      await stage.at('rail-settings').click()
      await stage.at('channel-code').fill(channel.code)
      await stage.at('channel-customer-id').fill(channel.customer)
      await stage.at('add-enterprise').click()
      const [enterprise] = enterprises
      await stage.at(`enterprise-${enterprise ?? ''}`).waitFor()
      await stage.at('rail-desk').click()
      await stage.at('desk-input').fill(number)
      await stage.page.keyboard.press('Enter')
      const record = stage.at(`record-${number}`)
      await record.waitFor()
      await stage.at('disable', record).click()
      await stage.at('confirm').click()
      await stage.page.locator('[data-testid=state][data-state=disabled]').first().waitFor()
      const there = await assetOf(second.url, enterprises, number)
      must(there?.locked === true, `the second service says locked: ${String(there?.locked)}`)
      return {
        said: await stage.at('environment-band').innerText(),
        service: { assetNum: there?.assetNum, locked: there?.locked },
        pictures: [await stage.picture('platform-en-light')],
      }
    },
  },
  {
    name: 'Training is one click away, cannot be mistaken for it, and was not touched',
    run: async ({ stage, enterprises }) => {
      await stage.at('platform-status').click()
      const pictures = [await stage.picture('switch-en-light')]
      await stage.at('open-training').click()
      await stage.at('training-band').waitFor()
      must((await stage.at('environment-band').count()) === 0, 'the band of the platform is still there')
      const { baseUrl } = await stage.whenReachable()
      const here = await assetOf(baseUrl, enterprises, number)
      must(here?.locked === lockedInTraining, 'training was changed as well')
      return {
        said: await stage.at('training-band').innerText(),
        service: { baseUrl, assetNum: here?.assetNum, locked: here?.locked },
        pictures,
      }
    },
  },
]
