import { assert } from '../assert.mjs'

/** The introduction. The other steps of the tour complete its tasks. @type {import('../step.mjs').Step} */
export const invitation = {
  name: 'The empty Desk page shows the introduction',
  run: async ({ driver }) => {
    await driver.at('tour').waitFor()
    const state = await driver.at('tour-step-plug-in').getAttribute('data-state')
    assert(state === 'current', `a fresh profile has its first step ${state}`)
    const pictures = [await driver.picture('onboarding-en-light')]
    await driver.setAppearance({ language: 'zh', theme: 'light' })
    pictures.push(await driver.picture('onboarding-zh-light'))
    await driver.setAppearance({ language: 'en', theme: 'light' })
    return { shownText: await driver.at('tour').innerText(), pictures }
  },
}

/** @type {readonly import('../step.mjs').Step[]} */
export const onboardingSteps = [
  {
    name: 'The introduction marks the completed tasks and closes',
    run: async ({ driver }) => {
      await driver.openPage('Desk')
      const close = driver.at('close-result')
      if (await close.isVisible()) await close.click()
      await driver.at('tour-completed').waitFor()
      const { opening } = /** @type {{ opening: { ticked: readonly string[] } }} */ (
        await driver.command('settings/read')
      )
      assert(opening.ticked.length === 4, `ticked are ${opening.ticked.join(', ')}`)
      const pictures = [await driver.picture('onboarding-over-en-light')]
      await driver.press('Close tour')
      return { shownText: opening.ticked.join(', '), pictures }
    },
  },
  {
    name: 'The guide opens and is searched',
    run: async ({ driver }) => {
      await driver.openPage('Help')
      await driver.at('guide').waitFor()
      const pictures = [await driver.picture('help-en-light')]
      await driver.setAppearance({ language: 'zh', theme: 'dark' })
      await driver.page.getByRole('searchbox', { name: '搜索指南' }).fill('借用锁')
      // The contents come before what was found.
      await driver.page
        .getByRole('button', { name: /^借用锁/ })
        .last()
        .click()
      const shownText = await driver.page.locator('#borrowed-lock').innerText()
      pictures.push(await driver.picture('help-zh-dark'))
      await driver.setAppearance({ language: 'en', theme: 'light' })
      return { shownText, pictures }
    },
  },
]
