import { must } from '../must.mjs'

/** @type {readonly import('../steps.mjs').Step[]} */
export const deviceSteps = [
  {
    name: 'The devices page shows what is plugged in, known or not',
    run: async ({ stage }) => {
      const tray = /** @type {{ pluggedIn: boolean }[]} */ (await stage.command('tray/list'))
      const plugged = tray.filter(({ pluggedIn }) => pluggedIn).length
      await stage.at('rail-devices').click()
      const rows = stage.page.locator('[data-testid^=device-][data-row]')
      await rows.first().waitFor()
      const simulated = await rows.filter({ hasText: 'Training' }).count()
      must(simulated >= plugged, `${simulated} of ${plugged} simulated devices are listed`)
      await stage.page.locator('[data-row][data-state=unknown]').first().click()
      await stage.at('device-detail').waitFor()
      const pictures = [await stage.picture('devices-en-light')]
      await stage.look('zh', 'dark')
      pictures.push(await stage.picture('devices-zh-dark'))
      await stage.look('en', 'light')
      const said = await stage.at('device-counts').innerText()
      await stage.at('rail-desk').click()
      return { said, pictures }
    },
  },
]
