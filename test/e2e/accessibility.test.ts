import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageNames, pages } from '../../src-renderer/app/pages'
import { startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { unreachableControls } from './support/unreachable-controls'

/** Every page of the rail's table, and those that stand behind one. */
const paths = [...pageNames.map((name) => pages[name].path), '/shell-numbers/labels', '/receipt/none']
/** Both themes and both languages; colours do not hang on the language, nor names on the theme. */
const looks = [
  { language: 'en', theme: 'light' },
  { language: 'zh', theme: 'dark' },
] as const

let service: TestService
let desk: RunningApp

beforeAll(async () => {
  service = await startTestService()
  desk = await startApp({
    platform: { baseUrl: service.url, userCentreUrl: `${service.url}/oauth/token` },
    environment: {
      LOCK_DESK_APP_KEY: 'lock-desk',
      LOCK_DESK_APP_SECRET: 'lock-desk-secret',
      LOCK_DESK_USER: 'counter',
      LOCK_DESK_PASSWORD: 'Counter-2026',
    },
  })
  await desk.command('settings/change', { language: 'en', operatorIdentity: 'Li Wei' })
  await desk.command('register/add', {
    by: 'channel',
    channelCode: 'CRM-EAST',
    channelCustomerId: 'NB-10017',
  })
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
})

const press = (key: string) => desk.page.keyboard.press(key)
const at = (testId: string) => desk.page.getByTestId(testId).first()

const open = async (path: string): Promise<void> => {
  await desk.page.evaluate((to) => {
    location.hash = `#${to}`
  }, path)
  await desk.page.locator('main h1').first().waitFor({ state: 'attached' })
  // What comes within the first moment is there, and has faded in.
  await desk.page.waitForTimeout(500)
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
  ['operator-form', 'Control+o'],
]

describe('every page', () => {
  it.each(looks)('has nothing for axe to find, in $language and $theme', async (look) => {
    await desk.command('settings/change', look)
    const found: string[] = []
    for (const path of paths) {
      await open(path)
      found.push(...(await violations(path)))
    }
    await open('/')
    for (const [name, key] of overlays) {
      await press(key)
      await desk.page.waitForTimeout(300)
      found.push(...(await violations(name)))
      await press('Escape')
    }
    await desk.page.getByTestId('disable').first().focus()
    await press('Enter')
    await at('confirm').waitFor()
    found.push(...(await violations('confirmation')))
    await press('Escape')
    expect(found).toEqual([])
  })

  it('has one heading, which has the focus of whoever comes to it', async () => {
    await desk.command('settings/change', { language: 'en', theme: 'light' })
    for (const path of paths) {
      await open('/settings')
      await open(path)
      const told = await desk.page.evaluate(() => ({
        headings: [...document.querySelectorAll('main h1')].filter((heading) => heading.checkVisibility())
          .length,
        isInPage: document.querySelector('.page')?.contains(document.activeElement) === true,
      }))
      expect([path, told]).toEqual([path, { headings: 1, isInPage: true }])
    }
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
