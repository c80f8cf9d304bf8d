import { assert } from '../assert.mjs'

/** @type {readonly import('../step.mjs').Step[]} */
export const deviceSteps = [
  {
    name: 'The Devices page lists known and unknown devices',
    run: async ({ driver }) => {
      const simulatedLocks = /** @type {{ pluggedIn: boolean }[]} */ (await driver.command('simulator/list'))
      const plugged = simulatedLocks.filter(({ pluggedIn }) => pluggedIn).length
      await driver.openPage('Devices')
      const rows = driver.page.locator('[data-testid^=device-][data-row]')
      await rows.first().waitFor()
      const listed = await rows.count()
      assert(listed >= plugged, `${listed} devices are listed, and ${plugged} simulated ones are plugged in`)
      await driver.page.locator('[data-row][data-state=unknown]').first().click()
      await driver.at('device-detail').waitFor()
      const pictures = [await driver.picture('devices-en-light')]
      await driver.setAppearance({ language: 'zh', theme: 'dark' })
      pictures.push(await driver.picture('devices-zh-dark'))
      await driver.setAppearance({ language: 'en', theme: 'light' })
      const shownText = await driver.at('device-counts').innerText()
      await driver.openPage('Desk')
      return { shownText, pictures }
    },
  },
]
