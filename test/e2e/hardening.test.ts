import { mkdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeKeys } from '../../src-main/platform/credentials'
import { checklistChecks } from '../hardening/support/checklist-checks'
import { startHostilePlatform } from '../hardening/support/hostile-platform'
import { lookedIntoByPlaywright } from '../hardening/support/looked-into'
import { elementsOfPayloads, payloads } from '../hardening/support/payloads'
import { securityChecklist } from '../hardening/support/security-checklist'
import { startPacked } from '../package/installed-app'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { keyCopiesUnder, keysOfRun } from '../support/key-copies'

let desk: RunningApp
let platform: Awaited<ReturnType<typeof startHostilePlatform>>

/** What the page saw of itself since it was loaded; kept outside it, so that a reload shows too. */
const said: string[] = []

beforeAll(async () => {
  platform = await startHostilePlatform()
  desk = await startApp({
    platform,
    environment: {
      LOCK_DESK_APP_KEY: 'key',
      LOCK_DESK_APP_SECRET: 'a secret of the application',
      LOCK_DESK_USER: 'li.wei',
      LOCK_DESK_PASSWORD: 'a password of the user',
    },
  })
  desk.page.on('console', (message) => said.push(message.text()))
  desk.page.on('pageerror', ({ message }) => said.push(message))
  desk.page.on('dialog', (dialog) => {
    said.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await desk.page.evaluate(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`violation: ${event.violatedDirective} ${event.blockedURI} of ${event.sourceFile}`),
    )
  })
  await desk.command('settings/change', { language: 'en', theme: 'light', operatorIdentity: 'Li Wei' })
  await desk.command('register/add', {
    by: 'id',
    enterpriseGlobalId: 'E1',
    enterpriseName: payloads[0] ?? '',
  })
})
afterAll(async () => {
  await desk.stop()
  await platform.stop()
})

const windows = () => desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
const address = () => desk.page.url().split('#')[0]
const home = 'app://lock-desk/index.html'
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe('Electron’s security checklist, on the running app', () => {
  it('is asserted whole: here, on the package or over the sources', () => {
    const here = securityChecklist.flatMap(({ title, asserted }) => (asserted === 'run' ? [title] : []))
    expect(Object.keys(checklistChecks(lookedIntoByPlaywright(() => desk))).sort()).toEqual([...here].sort())
  })

  it.each(Object.entries(checklistChecks(lookedIntoByPlaywright(() => desk))))('%s', async (_title, check) =>
    check(),
  )
})

describe('the walls that no item of the list names', () => {
  it('leave WebRTC no way around them', async () => {
    const policy = await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getWebRTCIPHandlingPolicy(),
    )
    expect(policy).toBe('disable_non_proxied_udp')
  })

  it('have a menu that neither reloads nor leads outside', async () => {
    const labels = await desk.app.evaluate(({ Menu }) => {
      const all = (items: Electron.MenuItem[]): string[] =>
        items.flatMap((item) => [
          item.label,
          ...all((item.submenu as Electron.Menu | null | undefined)?.items ?? []),
        ])
      return all(Menu.getApplicationMenu()?.items ?? [])
    })
    expect(labels).toContain('Larger')
    expect(labels.join(' ')).not.toMatch(/Learn More|Documentation|Community|Search Issues/)
  })

  it('start no second app in the name of the first, whatever it is told', async () => {
    const before = await desk.command('environments/list')
    await desk.app.evaluate(({ app }) => {
      app.emit(
        'second-instance',
        {},
        [
          'lock-desk',
          '--platform',
          'http://evil',
          '--user-centre',
          'http://evil',
          '--user-data',
          '/tmp/evil',
        ],
        '/',
      )
    })
    expect(await desk.command('environments/list')).toEqual(before)
    expect(await windows()).toBe(1)
  })

  it('leave no secret of the environment in main’s', async () => {
    const names = await desk.app.evaluate(() =>
      Object.keys(process.env).filter((name) => /LOCK_DESK_(APP|ORDER|MEMBER|USER|PASSWORD)/.test(name)),
    )
    expect(names).toEqual([])
  })
})

const isRoot = process.platform === 'linux' && process.getuid?.() === 0

describe.runIf(isRoot)('keys that are handed over on standard input, as “npm start” does', () => {
  it('sign in, and are in the memory of no process but main', async () => {
    const electron = process.env['LOCK_DESK_ELECTRON_PATH'] ?? ''
    const userData = await freshUserData()
    const address = ['--platform', platform.baseUrl, '--user-centre', platform.userCentreUrl]
    const asked = platform.tokenRequests.length
    const app = startPacked(
      electron,
      [resolve('.'), '--user-data', userData, ...address, '--keys-from-stdin', '--announce-usable'],
      {},
      writeKeys(keysOfRun),
    )
    try {
      await app.usable()
      await eventually(() =>
        Promise.resolve(
          platform.tokenRequests
            .slice(asked)
            .some((fields) => fields.get('client_id') === keysOfRun.LOCK_DESK_APP_KEY),
        ),
      )
      const copies = keyCopiesUnder(dirname(electron), app.pid)
      expect(copies).toEqual({ zygote: [], 'gpu-process': [], renderer: [], utility: [] })
    } finally {
      app.kill('SIGTERM')
      await app.ended(60_000)
      await rm(userData, { recursive: true, force: true })
    }
  })
})

/** What was said of scripts that wanted to run. */
const misdeeds = () => said.filter((line) => /violation|dialog|__xss/.test(line))

const hostileDevice = (evil: string, productId: number) => ({
  vendorId: 1,
  productId,
  product: evil,
  manufacturer: evil,
  serialNumber: evil,
})

describe('text of a platform and of devices that wants to be more', () => {
  const pages = [
    '',
    'lending',
    'assets',
    'employees',
    'customers',
    'orders',
    'shell-numbers',
    'journal',
    'devices',
    'diagnose',
    'to-settle',
    'settings',
    'help',
  ]

  const judge = async (where: string) => {
    const found = await desk.page.evaluate((elements) => {
      const { documentElement: root } = document
      const wide = [...document.querySelectorAll('main, [data-page], dialog[open]')].filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'visible',
      )
      return {
        xss: (window as unknown as Record<string, unknown>)['__xss'],
        elements: [...document.querySelectorAll(elements)].map(({ outerHTML }) => outerHTML.slice(0, 200)),
        overflow: root.scrollWidth > root.clientWidth,
        wide: wide.map(({ className }) => className),
        turned: /[\u202a-\u202e\u2066-\u2069]/.test(document.body.innerText),
      }
    }, elementsOfPayloads)
    expect([where, found]).toEqual([
      where,
      { xss: undefined, elements: [], overflow: false, wide: [], turned: false },
    ])
    expect([where, address()]).toEqual([where, home])
  }

  const picture = async (name: string) => {
    const folder = process.env['HARDENING_PICTURES']
    if (folder === undefined) return
    await mkdir(folder, { recursive: true })
    await desk.page.screenshot({ path: join(folder, `${name}.png`) })
  }

  it('is text on every page, and moves nothing out of its place', async () => {
    await eventually(
      async () =>
        (await desk.command('assets/list', { enterpriseGlobalId: null, from: 0, limit: 10 })).rows.length > 5,
    )
    said.length = 0
    const shown: string[] = []
    for (const language of ['en', 'zh'] as const) {
      await desk.command('settings/change', { language })
      for (const page of pages) {
        await desk.page.evaluate((path) => {
          location.hash = `#/${path}`
        }, page)
        await pause(350)
        await judge(`${page} ${language}`)
        await picture(`${page === '' ? 'desk' : page}-${language}`)
        if ((await desk.page.locator('body').innerText()).includes('<img src=x onerror=')) shown.push(page)
      }
    }
    // That it was shown at all, or nothing was tried.
    expect(new Set(shown).size).toBeGreaterThan(3)
    expect(misdeeds()).toEqual([])
  })

  it('is text on the cards and in the list of devices', async () => {
    await desk.command('settings/change', { language: 'en' })
    for (const [at, evil] of payloads.entries()) {
      for (const page of at % 4 === 0 ? ['devices', ''] : at % 2 === 0 ? ['devices'] : ['']) {
        await desk.page.evaluate((path) => {
          location.hash = `#/${path}`
        }, page)
        const device = hostileDevice(evil, at)
        const tell = () =>
          desk.app.evaluate(
            ({ BrowserWindow }, given) => {
              const contents = BrowserWindow.getAllWindows()[0]?.webContents
              const reading = {
                state: 'failed',
                reason: 'unknown-model',
                detail: given.evil,
                candidate: null,
              }
              contents?.send('event:locks/changed', [
                {
                  plugId: given.plugId,
                  source: 'usb',
                  device: given.device,
                  profile: null,
                  reading,
                  pluggedAt: 1,
                },
              ])
              contents?.send('event:devices/changed', {
                state: 'listed',
                problem: given.evil,
                devices: [
                  {
                    deviceId: '0123456789abcdef',
                    source: 'usb',
                    facts: given.device,
                    interfaces: [{ interface: 0, usages: [{ page: 1, usage: 2 }] }],
                    profile: { id: 'x', name: { en: given.evil, zh: given.evil } },
                    nearMisses: [
                      {
                        profileId: 'y',
                        name: { en: given.evil, zh: given.evil },
                        mismatches: [{ what: 'product', wanted: given.evil, found: given.evil }],
                      },
                    ],
                    noCard: null,
                    reading,
                  },
                ],
              })
              contents?.send('event:app/notices', [{ id: 'n', code: 'profile-broken', detail: given.evil }])
            },
            { device, evil, plugId: `p${at}` },
          )
        // The page asks by itself when it opens; what it is told counts only after that answer.
        const ids = `0001:${device.productId.toString(16).padStart(4, '0')}`
        const shown = desk.page.getByTestId(page === 'devices' ? `device-${ids}` : `card-p${at}`)
        await eventually(async () => {
          await tell()
          return (await shown.count()) > 0
        })
        if (page === 'devices') await shown.click()
        const found = await desk.page.evaluate(
          (elements) => ({
            xss: (window as unknown as Record<string, unknown>)['__xss'],
            elements: document.querySelectorAll(elements).length,
            overflow: document.documentElement.scrollWidth > document.documentElement.clientWidth,
          }),
          elementsOfPayloads,
        )
        expect([evil.slice(0, 60), page, found]).toEqual([
          evil.slice(0, 60),
          page,
          { xss: undefined, elements: 0, overflow: false },
        ])
        await picture(`device-${at}-${page === '' ? 'desk' : page}`)
      }
    }
    expect(misdeeds()).toEqual([])
  })
})
