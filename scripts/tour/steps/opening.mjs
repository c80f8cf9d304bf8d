import { must } from '../must.mjs'

/** The short course asks for nothing here: the steps of the tour are what ticks it. @type {import('../steps.mjs').Step} */
export const invitation = {
  name: 'The empty desk invites to plug a lock in',
  run: async ({ stage }) => {
    await stage.at('course').waitFor()
    const state = await stage.at('course-step-plug-in').getAttribute('data-state')
    must(state === 'current', `a fresh profile has its first step ${state}`)
    const pictures = [await stage.picture('opening-en-light')]
    await stage.look('zh', 'light')
    pictures.push(await stage.picture('opening-zh-light'))
    await stage.look('en', 'light')
    return { said: await stage.at('course').innerText(), pictures }
  },
}

/** @type {readonly import('../steps.mjs').Step[]} */
export const openingSteps = [
  {
    name: 'The short course has ticked what was really done, and ends',
    run: async ({ stage }) => {
      await stage.at('rail-desk').click()
      const close = stage.at('close-result')
      if (await close.isVisible()) await close.click()
      await stage.at('course-over').waitFor()
      const { opening } = /** @type {{ opening: { ticked: readonly string[] } }} */ (
        await stage.command('settings/read')
      )
      must(opening.ticked.length === 4, `ticked are ${opening.ticked.join(', ')}`)
      const pictures = [await stage.picture('opening-over-en-light')]
      await stage.at('course-end').click()
      return { said: opening.ticked.join(', '), pictures }
    },
  },
  {
    name: 'The guide is read and searched',
    run: async ({ stage }) => {
      await stage.at('rail-help').click()
      await stage.at('guide').waitFor()
      const pictures = [await stage.picture('help-en-light')]
      await stage.look('zh', 'dark')
      await stage.at('guide-search').fill('借用锁')
      await stage.at('guide-hit-borrowed-lock').click()
      const said = await stage.page.locator('#borrowed-lock').innerText()
      pictures.push(await stage.picture('help-zh-dark'))
      await stage.look('en', 'light')
      return { said, pictures }
    },
  },
]
