import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageNames, pages } from '../../src-renderer/app/pages'
import type { RunningApp } from '../support/app'
import type { TestService } from '../support/service'
import { unreachableControls } from './support/unreachable-controls'
import { startCounter } from './support/counter'

/** Every page of the rail's table, and those that stand behind one. */
const paths = [...pageNames.map((name) => pages[name].path), '/shell-numbers/labels', '/receipt/none']
const looks = (['en', 'zh'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => ({ language, theme })),
)

let service: TestService
let desk: RunningApp

beforeAll(async () => {
  ;({ service, desk } = await startCounter())
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
})

const press = (key: string) => desk.page.keyboard.press(key)
const at = (testId: string) => desk.page.getByTestId(testId).first()

/** What fades or slides in has done so; what turns for ever need not be waited for. */
const settled = () =>
  desk.page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  )
const open = async (path: string): Promise<void> => {
  const isThere = await desk.page.evaluate((to) => {
    if (location.hash === `#${to}`) return true
    for (const heading of document.querySelectorAll<HTMLElement>('main h1')) heading.dataset['left'] = ''
    location.hash = `#${to}`
    return false
  }, path)
  if (!isThere) await desk.page.locator('main h1:not([data-left])').first().waitFor({ state: 'attached' })
  await desk.page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null)
  await settled()
}
const look = async ({ language, theme }: (typeof looks)[number]): Promise<void> => {
  await desk.command('settings/change', { language, theme })
  await desk.page.waitForFunction(
    ([wanted, tag]) =>
      document.documentElement.dataset['theme'] === wanted && document.documentElement.lang.startsWith(tag),
    [theme, language] as const,
  )
  await settled()
}

const violations = async (where: string): Promise<readonly string[]> => {
  const found = await new AxeBuilder({ page: desk.page }).setLegacyMode(true).analyze()
  return found.violations.map(
    ({ id, nodes }) => `${where}: ${id} ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`,
  )
}

/** A sheet or a panel, by the keys that open it. */
const overlays: readonly (readonly [name: string, key: string])[] = [
  ['palette', 'Control+k'],
  ['dialog', 'F1'],
  ['operator-field', 'Control+o'],
]

describe('every page', () => {
  describe.each(looks)('in $language and $theme', (one) => {
    beforeAll(() => look(one))

    it.each(paths)('has nothing for axe to find: %s', async (path) => {
      await open(path)
      expect(await violations(path)).toEqual([])
    })

    it('has nothing for axe to find in what lies over it', async () => {
      await open('/')
      const found: string[] = []
      for (const [name, key] of overlays) {
        await press(key)
        await at(name).waitFor()
        await settled()
        found.push(...(await violations(name)))
        await press('Escape')
        await at(name).waitFor({ state: 'hidden' })
      }
      await desk.page.getByTestId('disable').first().focus()
      await press('Enter')
      await at('confirm').waitFor()
      await settled()
      found.push(...(await violations('confirmation')))
      await press('Escape')
      await at('confirm').waitFor({ state: 'hidden' })
      expect(found).toEqual([])
    })
  })

  it('has one heading, which has the focus of whoever comes to it', async () => {
    await look({ language: 'en', theme: 'light' })
    for (const path of paths) {
      await open('/settings')
      await open(path)
      const told = () =>
        desk.page.evaluate(() => ({
          headings: [...document.querySelectorAll('main h1')].filter((heading) => heading.checkVisibility())
            .length,
          isInPage: document.querySelector('.page')?.contains(document.activeElement) === true,
        }))
      await expect.poll(told, { timeout: 10_000, message: path }).toEqual({ headings: 1, isInPage: true })
    }
  })

  it('moves nothing for whoever asked the system for less motion', async () => {
    await desk.page.emulateMedia({ reducedMotion: 'reduce' })
    const moving = () =>
      desk.page.evaluate(() =>
        [...document.querySelectorAll('body *')].flatMap((element) => {
          const { transitionDuration, transitionProperty, animationName, animationDuration } =
            getComputedStyle(element)
          const lasts = (durations: string) => durations.split(', ').some((one) => parseFloat(one) > 0)
          const moves =
            (transitionProperty !== 'none' && lasts(transitionDuration)) ||
            (animationName !== 'none' && lasts(animationDuration))
          return moves ? [element.outerHTML.slice(0, 120)] : []
        }),
      )
    const found: string[] = []
    for (const path of paths) {
      await open(path)
      found.push(...(await moving()).map((one) => `${path}: ${one}`))
    }
    await press('Control+k')
    await at('palette').waitFor()
    found.push(...(await moving()))
    await press('Escape')
    await at('palette').waitFor({ state: 'hidden' })
    await desk.page.emulateMedia({ reducedMotion: null })
    expect(found).toEqual([])
    await open('/')
    expect(await moving()).not.toEqual([])
  })

  it('has all its controls within reach at 200 %, and nothing beside the window', async () => {
    await desk.app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.setContentSize(1280, 800)
      window?.webContents.setZoomFactor(2)
    })
    const found: string[] = []
    for (const path of paths) {
      await open(path)
      const { width, wrong, overflow } = await desk.page.evaluate(unreachableControls)
      expect(width).toBeLessThanOrEqual(640)
      found.push(
        ...wrong.map((one) => `${path}: ${one}`),
        ...(overflow > 0 ? [`${path}: wider by ${overflow}`] : []),
      )
    }
    await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1),
    )
    expect(found).toEqual([])
  })
})
