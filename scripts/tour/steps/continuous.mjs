import { requestService, assetsOf, disabledAt } from '../request-service.mjs'
import { canBeDisabled } from '../generate-list.mjs'
import { createRandom } from '../random.mjs'
import { assert } from '../assert.mjs'

const lockCount = 10
/** Minimum number of scanned locks; the others are plugged in. */
const scannedAtLeast = 3

/** `spare` is another lock that could be disabled. */
/** @type {{ numbers: string[], spare: string, before: Set<string> } | null} */
let preparedData = null

/** @param {Set<string>} after @param {Set<string>} before */
const newIn = (after, before) => [...after].filter((assetNum) => !before.has(assetNum)).sort()

/** @type {readonly import('../step.mjs').Step[]} */
export const continuousSteps = [
  {
    name: 'Continuous mode disables ten plugged-in and scanned locks, each once',
    run: async ({ driver, seed, baseUrl, enterprises }) => {
      const { shuffled } = createRandom(seed ^ 0xa43d)
      const simulatedLocks = /** @type {{ shellNumber: string | null, pluggedIn: boolean }[]} */ (
        await driver.command('simulator/list')
      )
      const allAssets = async () =>
        (await Promise.all(enterprises.map((id) => assetsOf(baseUrl, id)))).flat().filter(canBeDisabled)
      // One of the simulated locks is initially disabled. Enabling it through the service gives more than ten
      // candidates.
      const inSimulator = new Set(simulatedLocks.map(({ shellNumber }) => shellNumber))
      const assetNums = (await allAssets())
        .filter(({ locked, keyShellNumber }) => locked && inSimulator.has(keyShellNumber))
        .map(({ assetNum }) => assetNum)
      await requestService(baseUrl, 'order.unlockAssets', {
        body: { assetNums, operatorIdentity: 'Chen Yu' },
      })
      await driver.command('enterprises/refresh')
      const enabledAssets = (await allAssets()).filter(({ locked }) => !locked)
      const locks = shuffled(
        simulatedLocks.filter((lock) =>
          enabledAssets.some((asset) => asset.keyShellNumber === lock.shellNumber),
        ),
      )
      assert(locks.length > lockCount, `only ${locks.length} simulated locks can be disabled`)
      const locksToDisable = locks.slice(0, lockCount)
      const numberOf = (/** @type {{ shellNumber: string | null }} */ lock) => lock.shellNumber ?? ''
      // Continuous mode ignores locks that are already plugged in, so these are scanned.
      const [inPort, free] = [
        locksToDisable.filter(({ pluggedIn }) => pluggedIn),
        locksToDisable.filter(({ pluggedIn }) => !pluggedIn),
      ]
      const scanned = [...inPort, ...free.splice(0, Math.max(0, scannedAtLeast - inPort.length))].map(
        numberOf,
      )
      const plugged = free.map(numberOf)
      const before = await disabledAt(baseUrl, enterprises)
      preparedData = {
        numbers: [...plugged, ...scanned],
        spare: numberOf(locks[lockCount] ?? { shellNumber: null }),
        before,
      }

      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.openPage('Desk')
      await driver.answerDialogs(0)
      await driver.startContinuousMode()
      await driver.at('continuous-bar').waitFor()
      assert((await driver.dialogMessages()).length === 1, 'no system dialog asked before continuous mode')
      for (const number of plugged) await driver.plugIn(number)
      for (const number of scanned) await driver.scan(number)
      await driver.at('batch-counts').getByText(`${lockCount} disabled`).waitFor()
      const pictures = [await driver.picture('continuous-en-light')]
      const changed = newIn(await disabledAt(baseUrl, enterprises), before)
      const expected = enabledAssets
        .filter(({ keyShellNumber }) => preparedData?.numbers.includes(keyShellNumber))
        .map(({ assetNum }) => assetNum)
        .sort()
      assert(changed.join() === expected.join(), `the service has ${changed.join()} disabled`)
      return {
        shownText: await driver.at('batch-counts').innerText(),
        service: { disabled: changed },
        pictures,
      }
    },
  },
  {
    name: 'Continuous mode reports a repeated lock and stops on Esc',
    run: async ({ driver, baseUrl, enterprises }) => {
      if (preparedData === null) throw new Error('continuous mode did not start')
      const { numbers, spare, before } = preparedData
      await driver.scan(numbers.at(-1) ?? '')
      await driver.page.locator('[data-result=repeat]').first().waitFor()
      const repeat = await driver.at('continuous-message').innerText()
      const pictures = [await driver.picture('continuous-repeat')]
      await driver.setAppearance({ language: 'zh', theme: 'dark' })
      pictures.push(await driver.picture('continuous-zh-dark'))
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.page.keyboard.press('Escape')
      await driver.at('continuous-ended').waitFor()
      assert((await driver.at('continuous-bar').count()) === 0, 'the continuous-mode bar is still there')

      await driver.plugIn(spare)
      await driver.cardIs(spare)
      await driver.press('Remove', driver.simulatedLock(spare))
      await driver.card(spare).waitFor({ state: 'detached' })
      await driver.plugIn(spare)
      await driver.cardIs(spare)
      pictures.push(await driver.picture('continuous-ended'))
      const changed = newIn(await disabledAt(baseUrl, enterprises), before)
      assert(changed.length === lockCount, `the service has ${changed.length} disabled after Esc`)
      await driver.press('Dismiss')
      return { shownText: repeat, service: { disabled: changed.length, stillEnabled: spare }, pictures }
    },
  },
]
