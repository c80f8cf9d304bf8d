import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatCredentialVariables } from '../../src-main/platform/auth/credentials'
import { checklistChecks } from '../hardening/support/checklist-checks'
import { startHostilePlatform } from '../hardening/support/hostile-platform'
import { probeByPlaywright } from '../hardening/support/app-probe'
import { elementsOfPayloads, payloads } from '../hardening/support/payloads'
import { securityChecklist } from '../hardening/support/security-checklist'
import { waitForPicture } from '../../scripts/driver/rest.mjs'
import { startPacked } from '../package/installed-app'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { keyCopiesUnder, keysOfRun } from '../support/key-copies'

let desk: RunningApp
let platform: Awaited<ReturnType<typeof startHostilePlatform>>

/** Events that the page saw since it was loaded; kept outside it to survive a reload. */
const consoleLines: string[] = []

beforeAll(async () => {
  platform = await startHostilePlatform()
  // The most permissive umask that a desktop can have; the app inherits it.
  const umask = process.umask(0)
  desk = await startApp({
    platform,
    environment: {
      LOCK_DESK_APP_KEY: 'key',
      LOCK_DESK_APP_SECRET: 'a secret of the application',
      LOCK_DESK_USER: 'li.wei',
      LOCK_DESK_PASSWORD: 'a password of the user',
    },
  }).finally(() => process.umask(umask))
  desk.page.on('console', (message) => consoleLines.push(message.text()))
  desk.page.on('pageerror', ({ message }) => consoleLines.push(message))
  desk.page.on('dialog', (dialog) => {
    consoleLines.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await desk.page.evaluate(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`violation: ${event.violatedDirective} ${event.blockedURI} of ${event.sourceFile}`),
    )
  })
  await desk.command('settings/change', { language: 'en', theme: 'light', operatorIdentity: 'Li Wei' })
  await desk.command('enterprises/add', {
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

describe('Electron’s security checklist in the running app', () => {
  it('is complete: here, in the package or in the sources', () => {
    const here = securityChecklist.flatMap(({ title, asserted }) => (asserted === 'run' ? [title] : []))
    expect(Object.keys(checklistChecks(probeByPlaywright(() => desk))).sort()).toEqual([...here].sort())
  })

  it.each(Object.entries(checklistChecks(probeByPlaywright(() => desk))))('%s', async (_title, check) =>
    check(),
  )
})

describe('protections beyond the checklist', () => {
  it.skipIf(process.platform === 'win32')('let no other user change a file that the app writes', async () => {
    expect(await desk.app.evaluate(() => process.umask(0o022) & 0o022)).toBe(0o022)
    // The embedded database sets the modes of its files itself; its folder is private.
    const store = join(desk.userData, 'training', 'store')
    const modes = await Promise.all(
      (await readdir(desk.userData, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile() || entry.isDirectory())
        .filter(({ parentPath }) => !`${parentPath}${sep}`.startsWith(`${store}${sep}`))
        .map(async ({ name, parentPath }) => {
          const path = join(parentPath, name)
          return [
            path,
            await stat(path).then(
              ({ mode }) => mode & 0o022,
              () => 0,
            ),
          ] as const
        }),
    )
    expect(modes.length).toBeGreaterThan(10)
    expect(modes.filter(([, mode]) => mode !== 0)).toEqual([])
    expect((await stat(desk.userData)).mode & 0o777).toBe(0o700)
  })

  it('prevent WebRTC from bypassing the network filter', async () => {
    const policy = await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getWebRTCIPHandlingPolicy(),
    )
    expect(policy).toBe('disable_non_proxied_udp')
  })

  it('include a menu without reload and external links', async () => {
    const labels = await desk.app.evaluate(({ Menu }) => {
      const all = (items: Electron.MenuItem[]): string[] =>
        items.flatMap((item) => [
          item.label,
          ...all((item.submenu as Electron.Menu | null | undefined)?.items ?? []),
        ])
      return all(Menu.getApplicationMenu()?.items ?? [])
    })
    expect(labels).toContain('Zoom in')
    expect(labels.join(' ')).not.toMatch(/Learn More|Documentation|Community|Search Issues/)
  })

  it('prevent starting a second app with other options in its name', async () => {
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

  it('remove secrets from the environment of main', async () => {
    const names = await desk.app.evaluate(() =>
      Object.keys(process.env).filter((name) => /LOCK_DESK_(APP|ORDER|MEMBER|USER|PASSWORD)/.test(name)),
    )
    expect(names).toEqual([])
  })
})

const isRoot = process.platform === 'linux' && process.getuid?.() === 0

describe.runIf(isRoot)('credentials on standard input, as from “npm start”', () => {
  it('sign in, and are in the memory of no process but main', async () => {
    const electron = process.env['LOCK_DESK_ELECTRON_PATH'] ?? ''
    const userData = await freshUserData()
    const address = ['--platform', platform.baseUrl, '--user-centre', platform.userCentreUrl]
    const tokenRequestsBefore = platform.tokenRequests.length
    const app = startPacked(
      electron,
      [resolve('.'), '--user-data', userData, ...address, '--keys-from-stdin', '--announce-usable'],
      {},
      formatCredentialVariables(keysOfRun),
    )
    try {
      await app.usable()
      await eventually(() =>
        Promise.resolve(
          platform.tokenRequests
            .slice(tokenRequestsBefore)
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

/** Reported attempts to run scripts. */
const violations = () => consoleLines.filter((line) => /violation|dialog|__xss/.test(line))

const hostileDevice = (evil: string, productId: number) => ({
  vendorId: 1,
  productId,
  product: evil,
  manufacturer: evil,
  serialNumber: evil,
})

describe('hostile text of a platform and of devices', () => {
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

  /** Opens a page, and waits until it shows what it has. */
  const openPage = async (path: string) => {
    const isThere = await desk.page.evaluate((to) => {
      if (location.hash === `#/${to}`) return true
      for (const heading of document.querySelectorAll<HTMLElement>('main h1')) heading.dataset['left'] = ''
      location.hash = `#/${to}`
      return false
    }, path)
    if (!isThere) await desk.page.locator('main h1:not([data-left])').first().waitFor({ state: 'attached' })
    await waitForPicture(desk.page)
  }
  const judge = async (where: string) => {
    const found = await desk.page.evaluate((elements) => {
      const { documentElement: root } = document
      const overflowing = [...document.querySelectorAll('main, [data-page], dialog[open]')].filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'visible',
      )
      return {
        xss: (window as unknown as Record<string, unknown>)['__xss'],
        elements: [...document.querySelectorAll(elements)].map(({ outerHTML }) => outerHTML.slice(0, 200)),
        overflow: root.scrollWidth > root.clientWidth,
        wide: overflowing.map(({ className }) => className),
        turned: /[\u202a-\u202e\u2066-\u2069]/.test(document.body.innerText),
      }
    }, elementsOfPayloads)
    expect([where, found]).toEqual([
      where,
      { xss: undefined, elements: [], overflow: false, wide: [], turned: false },
    ])
    expect([where, address()]).toEqual([where, home])
  }

  it('is shown as text on every page, without layout changes', async () => {
    await eventually(
      async () =>
        (await desk.command('assets/list', { enterpriseGlobalId: null, from: 0, limit: 10 })).rows.length > 5,
    )
    consoleLines.length = 0
    const shown: string[] = []
    for (const language of ['en', 'zh'] as const) {
      await desk.command('settings/change', { language })
      for (const page of pages) {
        await openPage(page)
        await judge(`${page} ${language}`)
        if ((await desk.page.locator('body').innerText()).includes('<img src=x onerror=')) shown.push(page)
      }
    }
    // Shown at all, otherwise nothing was tested.
    expect(new Set(shown).size).toBeGreaterThan(3)
    expect(violations()).toEqual([])
  })

  it('is shown as text on the cards and in the device list', async () => {
    await desk.command('settings/change', { language: 'en' })
    // Without the list of the test before: cards are shown while none is open.
    await desk.page.reload()
    await desk.at('rail-desk').click()
    await desk.at('desk-input').waitFor()
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
                    isProtected: false,
                    noCard: null,
                    reading,
                    pluggedAt: 0,
                  },
                ],
              })
              contents?.send('event:app/notices', [{ id: 'n', code: 'profile-broken', detail: given.evil }])
            },
            { device, evil, plugId: `p${at}` },
          )
        // The page reads its state when it opens; later events count only after that.
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
      }
    }
    expect(violations()).toEqual([])
  })
})
