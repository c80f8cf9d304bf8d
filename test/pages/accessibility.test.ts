import { beforeAll, describe, expect, it } from 'vitest'
import { pageNames, pages } from '../../src-renderer/actions/pages'
import { axeViolations, waitForTransitions } from '../e2e/support/axe'
import { unreachableControls } from '../e2e/support/unreachable-controls'
import { onPage } from './support/on-page'

/** Every page of the navigation, and the pages behind one. */
const paths = [...pageNames.map((name) => pages[name].path), '/shell-numbers/labels', '/receipt/none']
const appearances = (['en', 'zh'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => ({ language, theme })),
)

const desk = onPage({ keep: true })

const open = async (path: string): Promise<void> => {
  const isThere = await desk.page.evaluate((to) => {
    if (location.hash === `#${to}`) return true
    for (const heading of document.querySelectorAll<HTMLElement>('main h1')) heading.dataset['left'] = ''
    location.hash = `#${to}`
    return false
  }, path)
  if (!isThere) await desk.page.locator('main h1:not([data-left])').first().waitFor({ state: 'attached' })
  await desk.page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null)
  await waitForTransitions(desk.page)
}
const look = async (appearance: (typeof appearances)[number]): Promise<void> => {
  await desk.setAppearance(appearance)
  await waitForTransitions(desk.page)
}

/** In the page: what scrolls sideways, except tables, and the strip of locks, whose scrollbar always shows. */
const sidewaysScrolling = () =>
  [...document.querySelectorAll<HTMLElement>('main, main *')].flatMap((element) =>
    getComputedStyle(element).overflowX === 'auto' &&
    element.scrollWidth > element.clientWidth &&
    element.querySelector('[role=columnheader]') === null
      ? [`${element.className} scrolls sideways by ${element.scrollWidth - element.clientWidth}`]
      : [],
  )

const violations = async (where: string): Promise<readonly string[]> =>
  (await axeViolations(desk.page)).map((violation) => `${where}: ${violation}`)

/** A dialog or popover with the keys that open it. */
const overlays: readonly (readonly [name: string, key: string])[] = [
  ['palette', 'Control+k'],
  ['dialog', 'F1'],
  ['operator-field', 'Control+Shift+o'],
]

describe('every page', () => {
  describe.each(appearances)('in $language and $theme', (one) => {
    beforeAll(() => look(one))

    it.each(paths)('has no axe violations: %s', async (path) => {
      await open(path)
      expect(await violations(path)).toEqual([])
    })

    it('has no axe violations in its dialogs and popovers', async () => {
      await open('/')
      const found: string[] = []
      for (const [name, key] of overlays) {
        await desk.press(key)
        await desk.at(name).waitFor()
        await waitForTransitions(desk.page)
        found.push(...(await violations(name)))
        await desk.press('Escape')
        await desk.at(name).waitFor({ state: 'hidden' })
      }
      await desk.page.getByTestId('disable').first().focus()
      await desk.press('Enter')
      await desk.at('confirm').waitFor()
      await waitForTransitions(desk.page)
      found.push(...(await violations('confirmation')))
      await desk.press('Escape')
      await desk.at('confirm').waitFor({ state: 'hidden' })
      expect(found).toEqual([])
    })
  })

  it('has one heading, which receives the focus', async () => {
    await look({ language: 'en', theme: 'light' })
    for (const path of paths) {
      await open('/settings')
      await open(path)
      const pageState = () =>
        desk.page.evaluate(() => ({
          headings: [...document.querySelectorAll('main h1')].filter((heading) => heading.checkVisibility())
            .length,
          isInPage: document.querySelector('.page')?.contains(document.activeElement) === true,
        }))
      await expect
        .poll(pageState, { timeout: 10_000, message: path })
        .toEqual({ headings: 1, isInPage: true })
    }
  })

  it('goes to a section of the settings by keyboard', async () => {
    await open('/settings')
    await desk.tabTo('settings-to-updates')
    await desk.press('Enter')
    const shown = () =>
      desk.page.evaluate(() => {
        const section = document.querySelector('#updates')
        const { top = -1 } = section?.getBoundingClientRect() ?? {}
        return section === document.activeElement && top >= 0 && top < window.innerHeight
      })
    await expect.poll(shown).toBe(true)
  })

  it('shows no placeholder of the component library', async () => {
    const placeholders = new Set<string>()
    for (const path of paths) {
      await open(path)
      const shown = await desk.page
        .locator('input, textarea')
        .evaluateAll((fields) => fields.map((field) => field.getAttribute('placeholder') ?? ''))
      for (const text of shown) placeholders.add(text)
    }
    expect([...placeholders].filter((text) => text.startsWith('Please'))).toEqual([])
  })

  it('shows no animation with reduced motion', async () => {
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
    await desk.press('Control+k')
    await desk.at('palette').waitFor()
    found.push(...(await moving()))
    await desk.press('Escape')
    await desk.at('palette').waitFor({ state: 'hidden' })
    await desk.page.emulateMedia({ reducedMotion: null })
    expect(found).toEqual([])
    await open('/')
    expect(await moving()).not.toEqual([])
  })

  it.each([
    [960, 640],
    [1280, 800],
  ])(
    'has all controls within reach at twice the size of %i × %i, without horizontal scrolling',
    async (width, height) => {
      await desk.app.evaluate(
        ({ BrowserWindow }, [across, down]) => {
          const [window] = BrowserWindow.getAllWindows()
          window?.setContentSize(across, down)
          window?.webContents.setZoomFactor(2)
        },
        [width, height] as const,
      )
      await expect
        .poll(() => desk.page.evaluate(() => [innerWidth, innerHeight]))
        .toEqual([width / 2, height / 2])
      await waitForTransitions(desk.page)
      const found: string[] = []
      const look = async (place: string): Promise<void> => {
        const { wrong, overflow } = await desk.page.evaluate(unreachableControls)
        const wide = await desk.page.evaluate(sidewaysScrolling)
        found.push(
          ...[...wrong, ...wide].map((one) => `${place}: ${one}`),
          ...(overflow > 0 ? [`${place}: wider by ${overflow}`] : []),
        )
      }
      for (const path of paths) {
        await open(path)
        await look(path)
      }
      await desk.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1),
      )
      expect(found).toEqual([])
    },
  )

  it('keeps the list of the desk within the window at twice the size', async () => {
    await open('/')
    await desk.chooseAction('disable')
    await desk.paste('8000000017\n8000000018\n12')
    await desk.waitForLookup()
    await desk.app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.setContentSize(960, 640)
      window?.webContents.setZoomFactor(2)
    })
    await expect.poll(() => desk.page.evaluate(() => [innerWidth, innerHeight])).toEqual([480, 320])
    await waitForTransitions(desk.page)
    // What the zoom moved under the pointer takes no press for a moment.
    await expect.poll(() => desk.page.locator('[data-resting]').count()).toBe(0)
    const { wrong, overflow } = await desk.page.evaluate(unreachableControls)
    const wide = await desk.page.evaluate(sidewaysScrolling)
    // Chromium keeps the zoom of the page for the next file.
    await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1),
    )
    expect([...wrong, ...wide, overflow]).toEqual([0])
  })
})
