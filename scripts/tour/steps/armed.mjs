import { askService, assetsOf, disabledAt } from '../ask-service.mjs'
import { canBeDisabled } from '../draw-list.mjs'
import { createDraw } from '../draw.mjs'
import { must } from '../must.mjs'

const howMany = 10
/** Of them so many are scanned at least; the others go into a port. */
const scannedAtLeast = 3

/** `spare` is an eleventh that could be disabled just as well. */
/** @type {{ numbers: string[], spare: string, before: Set<string> } | null} */
let told = null

/** @param {Set<string>} after @param {Set<string>} before */
const newIn = (after, before) => [...after].filter((assetNum) => !before.has(assetNum)).sort()

/** @type {readonly import('../steps.mjs').Step[]} */
export const armedSteps = [
  {
    name: 'Armed, ten locks are disabled one after another, plugged in or scanned, once each',
    run: async ({ stage, seed, baseUrl, enterprises }) => {
      const { shuffled } = createDraw(seed ^ 0xa43d)
      const tray = /** @type {{ shellNumber: string | null, pluggedIn: boolean }[]} */ (
        await stage.command('tray/list')
      )
      const allAssets = async () =>
        (await Promise.all(enterprises.map((id) => assetsOf(baseUrl, id)))).flat().filter(canBeDisabled)
      // One of the tray is disabled to begin with. Somebody else enables it, so that there is one more than ten.
      const inTray = new Set(tray.map(({ shellNumber }) => shellNumber))
      const assetNums = (await allAssets())
        .filter(({ locked, keyShellNumber }) => locked && inTray.has(keyShellNumber))
        .map(({ assetNum }) => assetNum)
      await askService(baseUrl, 'order.unlockAssets', { body: { assetNums, operatorIdentity: 'Chen Yu' } })
      await stage.command('register/refresh')
      const fit = (await allAssets()).filter(({ locked }) => !locked)
      const locks = shuffled(
        tray.filter((lock) => fit.some((asset) => asset.keyShellNumber === lock.shellNumber)),
      )
      must(locks.length > howMany, `only ${locks.length} locks of the tray can be disabled`)
      const ten = locks.slice(0, howMany)
      const numberOf = (/** @type {{ shellNumber: string | null }} */ lock) => lock.shellNumber ?? ''
      // What is in a port already was put there for something else; it has to be scanned.
      const [inPort, free] = [
        ten.filter(({ pluggedIn }) => pluggedIn),
        ten.filter(({ pluggedIn }) => !pluggedIn),
      ]
      const scanned = [...inPort, ...free.splice(0, Math.max(0, scannedAtLeast - inPort.length))].map(
        numberOf,
      )
      const plugged = free.map(numberOf)
      const before = await disabledAt(baseUrl, enterprises)
      told = {
        numbers: [...plugged, ...scanned],
        spare: numberOf(locks[howMany] ?? { shellNumber: null }),
        before,
      }

      await stage.look('en', 'light')
      await stage.at('rail-desk').click()
      const asked = await stage.answerDialogs()
      await stage.at('armed-switch').click()
      await stage.at('arm-disable').click()
      await stage.at('armed-bar').waitFor()
      must((await asked()) === 1, 'the system did not ask before arming')
      for (const number of plugged) await stage.plugIn(number)
      for (const number of scanned) await stage.scan(number)
      await stage.at('batch-counts').getByText(`${howMany} disabled`).waitFor()
      const pictures = [await stage.picture('armed-en-light')]
      const changed = newIn(await disabledAt(baseUrl, enterprises), before)
      const expected = fit
        .filter(({ keyShellNumber }) => told?.numbers.includes(keyShellNumber))
        .map(({ assetNum }) => assetNum)
        .sort()
      must(changed.join() === expected.join(), `the service has ${changed.join()} disabled`)
      return { said: await stage.at('batch-counts').innerText(), service: { disabled: changed }, pictures }
    },
  },
  {
    name: 'A lock that comes again is called out; after Esc nothing is changed any more',
    run: async ({ stage, baseUrl, enterprises }) => {
      if (told === null) throw new Error('the desk was not armed')
      const { numbers, spare, before } = told
      await stage.scan(numbers.at(-1) ?? '')
      await stage.page.locator('[data-outcome=repeat]').first().waitFor()
      const repeat = await stage.at('armed-said').innerText()
      const pictures = [await stage.picture('armed-repeat')]
      await stage.look('zh', 'dark')
      pictures.push(await stage.picture('armed-zh-dark'))
      await stage.look('en', 'light')
      await stage.page.keyboard.press('Escape')
      await stage.at('disarmed').waitFor()
      must((await stage.at('armed-bar').count()) === 0, 'the armed bar is still there')

      await stage.plugIn(spare)
      await stage.card(spare).locator('[data-testid=state]').waitFor()
      await stage.at('tray-pull-out', stage.tray(spare)).click()
      await stage.card(spare).waitFor({ state: 'detached' })
      await stage.plugIn(spare)
      await stage.card(spare).locator('[data-testid=state]').waitFor()
      pictures.push(await stage.picture('armed-ended'))
      const changed = newIn(await disabledAt(baseUrl, enterprises), before)
      must(changed.length === howMany, `the service has ${changed.length} disabled after Esc`)
      await stage.at('batch-put-away').click()
      return { said: repeat, service: { disabled: changed.length, stillEnabled: spare }, pictures }
    },
  },
]
