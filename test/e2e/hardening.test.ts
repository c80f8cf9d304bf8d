import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandNames } from '#shared/commands'
import { eventNames } from '#shared/events'
import { startHostilePlatform } from '../hardening/support/hostile-platform'
import { elementsOfPayloads, payloads } from '../hardening/support/payloads'
import { securityChecklist } from '../hardening/support/security-checklist'
import type { ChecklistTitle } from '../hardening/support/security-checklist'
import { eventually, startApp } from '../support/app'
import type { RunningApp } from '../support/app'

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

const webPreferences = () =>
  desk.app.evaluate(({ BrowserWindow }) =>
    (
      BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>
      }
    ).getLastWebPreferences(),
  )
const windows = () => desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
const address = () => desk.page.url().split('#')[0]
const home = 'app://lock-desk/index.html'
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Asked of the running app; an item of the checklist without a check here says where else it is asserted. */
const checks: Partial<Record<ChecklistTitle, () => Promise<void>>> = {
  'Only load secure content': async () => {
    const urls = ['http://127.0.0.1:9/', 'https://127.0.0.1:9/', 'ws://127.0.0.1:9/', 'file:///etc/hostname']
    const reached = await desk.page.evaluate(async (given) => {
      const by = (element: HTMLElement & { src: string }, url: string) =>
        new Promise<string>((done) => {
          element.onload = () => done('loaded')
          element.onerror = () => done('refused')
          element.src = url
          document.body.append(element)
          setTimeout(() => done('refused'), 500)
        }).finally(() => element.remove())
      const all: string[] = []
      for (const url of given) {
        all.push(await by(new Image(), url), await by(document.createElement('script'), url))
      }
      return all
    }, urls)
    expect(new Set(reached)).toEqual(new Set(['refused']))
    // The session refuses too, where no policy of a page stands before it.
    const bySession = await desk.app.evaluate(
      ({ session }, given) =>
        Promise.all(
          given.map((url) =>
            session.defaultSession.fetch(url).then(
              () => 'fetched',
              (error: unknown) => String(error),
            ),
          ),
        ),
      urls.filter((url) => url.startsWith('http')),
    )
    expect(bySession).toEqual(bySession.map(() => expect.stringContaining('ERR_BLOCKED_BY_CLIENT') as string))
  },
  'No Node.js for remote content': async () => {
    expect(await webPreferences()).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
    })
    const names = ['process', 'require', 'module', 'exports', 'Buffer', 'global', 'electron', '__dirname']
    expect(await desk.page.evaluate((given) => given.filter((name) => name in window), names)).toEqual([])
  },
  'Context isolation': async () => {
    expect(await webPreferences()).toMatchObject({ contextIsolation: true })
    // What the page does to its own world stays there.
    const isFrozen = await desk.page.evaluate(() => {
      const bridge = (window as unknown as { lockDesk: Record<string, Record<string, unknown>> }).lockDesk
      try {
        bridge['commands']!['settings/read'] = () => 'mine'
      } catch {
        return true
      }
      return String(bridge['commands']!['settings/read']).includes('mine') ? false : true
    })
    expect(isFrozen).toBe(true)
  },
  'Process sandboxing': async () => {
    expect(await webPreferences()).toMatchObject({ sandbox: true })
  },
  'Permission requests of remote content': async () => {
    const states = await desk.page.evaluate(async () => {
      const names = [
        ...['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'clipboard-write'],
        ...['midi', 'persistent-storage', 'screen-wake-lock', 'storage-access', 'window-management'],
        ...['local-fonts', 'idle-detection', 'accelerometer', 'background-sync', 'payment-handler'],
      ]
      return Promise.all(
        names.map((name) =>
          navigator.permissions.query({ name: name as PermissionName }).then(
            ({ state }) => state,
            () => 'denied',
          ),
        ),
      )
    })
    expect(new Set(states)).toEqual(new Set(['denied']))
    const devices = await desk.page.evaluate(() => {
      const { hid, usb, serial } = navigator as unknown as Record<
        'hid' | 'usb' | 'serial',
        { getDevices?: () => Promise<unknown[]>; getPorts?: () => Promise<unknown[]> } | undefined
      >
      const asked = [hid?.getDevices?.(), usb?.getDevices?.(), serial?.getPorts?.()]
      return Promise.all(asked.map((one) => (one ?? Promise.resolve([])).catch(() => [])))
    })
    expect(devices.flat()).toEqual([])
    const screen = await desk.page.evaluate(() =>
      navigator.mediaDevices.getDisplayMedia({ video: true }).then(
        () => 'given',
        () => 'refused',
      ),
    )
    expect(screen).toBe('refused')
  },
  '`webSecurity` stays on': async () => {
    expect(await webPreferences()).toMatchObject({ webSecurity: true })
  },
  'A content security policy': async () => {
    const headers = await desk.app.evaluate(({ net }) =>
      net.fetch('app://lock-desk/index.html').then((answer) => Object.fromEntries(answer.headers.entries())),
    )
    const directives = Object.fromEntries(
      (headers['content-security-policy'] ?? '').split('; ').map((one) => {
        const [name = '', ...sources] = one.split(' ')
        return [name, sources.join(' ')]
      }),
    )
    expect(directives).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    })
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-dns-prefetch-control': 'off' })
    const ran = await desk.page.evaluate(async () => {
      const script = document.createElement('script')
      script.textContent = 'window.injected = true'
      document.body.append(script)
      const button = document.createElement('button')
      button.setAttribute('onclick', 'window.injected = true')
      document.body.append(button)
      button.click()
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the policy is what is asked
      setTimeout('window.injected = true')
      await new Promise((done) => setTimeout(done, 100))
      script.remove()
      button.remove()
      return 'injected' in window
    })
    expect(ran).toBe(false)
  },
  'No `allowRunningInsecureContent`': async () => {
    expect((await webPreferences())['allowRunningInsecureContent'] ?? false).toBe(false)
  },
  'No experimental features': async () => {
    expect((await webPreferences())['experimentalFeatures'] ?? false).toBe(false)
  },
  'No `enableBlinkFeatures`': async () => {
    expect((await webPreferences())['enableBlinkFeatures'] ?? '').toBe('')
    const switches = await desk.app.evaluate(({ app }) =>
      ['enable-blink-features', 'disable-web-security', 'allow-running-insecure-content'].filter((name) =>
        app.commandLine.hasSwitch(name),
      ),
    )
    expect(switches).toEqual([])
  },
  'No `allowpopups` of a `<webview>`': async () => {
    expect((await webPreferences())['webviewTag'] ?? false).toBe(false)
  },
  'Look at a `<webview>` before it is made': async () => {
    const before = await desk.app.evaluate(({ webContents }) => webContents.getAllWebContents().length)
    await desk.page.evaluate(() => {
      const view = document.createElement('webview')
      view.setAttribute('src', 'https://example.com/')
      document.body.append(view)
      setTimeout(() => view.remove(), 100)
    })
    await pause(150)
    expect(await desk.app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(before)
  },
  'Limit navigation': async () => {
    for (const target of [
      'https://example.com/',
      'file:///etc/passwd',
      'data:text/html,x',
      'app://elsewhere/',
      'app://lock-desk/assets/',
      'javascript:window.__xss=1',
    ]) {
      await desk.page.evaluate((url) => {
        location.href = url
        const link = Object.assign(document.createElement('a'), { href: url })
        link.click()
        const form = Object.assign(document.createElement('form'), { action: url })
        document.body.append(form)
        form.submit()
        form.remove()
        const frame = Object.assign(document.createElement('iframe'), { src: url })
        document.body.append(frame)
        setTimeout(() => frame.remove(), 50)
      }, target)
      await pause(80)
      expect([target, address()]).toEqual([target, home])
    }
    // A file dropped anywhere but where files are taken.
    await desk.page.evaluate(() => {
      const data = new DataTransfer()
      data.setData('text/uri-list', 'https://example.com/')
      data.items.add(new File(['<script>window.__xss=1</script>'], 'evil.html', { type: 'text/html' }))
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document.body.dispatchEvent(
          new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
        )
      }
    })
    expect(address()).toBe(home)
  },
  'Limit new windows': async () => {
    const opened = await desk.page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), {
        href: 'https://example.com/',
        target: '_blank',
        rel: 'opener',
      })
      link.click()
      return ['https://example.com/', 'about:blank', 'app://lock-desk/index.html', ''].map(
        (url) => window.open(url) === null,
      )
    })
    await pause(50)
    expect([opened, await windows()]).toEqual([[true, true, true, true], 1])
  },
  'Validate the sender of every IPC message': async () => {
    const refused = await desk.app.evaluate(async ({ BrowserWindow }, preload) => {
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
      await stranger.loadURL('app://lock-desk/index.html')
      const codes: unknown = await stranger.webContents.executeJavaScript(
        'Promise.all(Object.values(window.lockDesk.commands).map((ask) => ask().then(({ error }) => error?.code)))',
      )
      stranger.destroy()
      return codes as string[]
    }, `${process.cwd()}/out/preload/index.cjs`)
    expect(refused).toEqual(commandNames.map(() => 'refused-sender'))
  },
  'No `file://`, a protocol of our own': async () => {
    const paths = [
      'index.html',
      ...['..%2f..%2fpackage.json', '%2e%2e/%2e%2e/package.json', '..%5c..%5cpackage.json', '%2e%2e%2fmain%2fmain.js'],
      ...['assets/..%2f..%2fmain%2fmain.js', '%2fetc%2fpasswd', '/etc/passwd', 'C:%5cWindows%5cwin.ini'],
      ...['index.html%00.js', '%00', '%', '%c0%ae%c0%ae%2fpackage.json', '....//package.json', 'INDEX.HTML%2f..%2f..%2fpackage.json'],
      ...['package.json', '.%2f..%2fpreload%2findex.cjs', `${'a/'.repeat(4_000)}x.js`, '%2525252e%2525252e/package.json'],
    ] // prettier-ignore
    const hosts = ['lock-desk', 'LOCK-DESK', 'evil', 'lock-desk.evil', 'user@lock-desk']
    const answers = await desk.app.evaluate(
      async ({ net }, given) => {
        const ask = (url: string, method = 'GET') =>
          net.fetch(url, { method }).then(
            async (answer) => ({ status: answer.status, text: (await answer.text()).slice(0, 400) }),
            () => ({ status: 0, text: '' }),
          )
        return {
          paths: await Promise.all(given.paths.map((path) => ask(`app://lock-desk/${path}`))),
          hosts: await Promise.all(given.hosts.map((host) => ask(`app://${host}/index.html`))),
          methods: await Promise.all(
            ['POST', 'PUT', 'DELETE'].map((method) => ask('app://lock-desk/index.html', method)),
          ),
        }
      },
      { paths, hosts },
    )
    const [index, ...others] = answers.paths
    expect(index).toMatchObject({ status: 200 })
    for (const [at, other] of others.entries()) {
      expect([paths[at + 1], other.status === 200, other.text]).toEqual([paths[at + 1], false, ''])
    }
    expect(answers.hosts.map(({ status }) => status === 200)).toEqual([true, true, false, false, false])
    expect(answers.methods.map(({ status }) => status)).toEqual([404, 404, 404])
  },
  'No Electron API for pages': async () => {
    const shape = await desk.page.evaluate(() => {
      const { lockDesk } = window as unknown as { lockDesk: Record<string, Record<string, unknown>> }
      return Object.fromEntries(
        Object.entries(lockDesk).map(([name, part]) => [
          name,
          Object.entries(part).map(([key, value]) => `${key} ${typeof value}`),
        ]),
      )
    })
    expect(shape).toEqual({
      commands: commandNames.map((name) => `${name} function`),
      events: eventNames.map((name) => `${name} function`),
    })
    // A listener is given what was told and nothing else: the event carries the sender.
    const got = desk.page.evaluate(
      () =>
        new Promise<string>((done) => {
          const { lockDesk } = window as unknown as {
            lockDesk: { events: Record<string, (listener: (...given: unknown[]) => void) => () => void> }
          }
          const stop = lockDesk.events['settings/changed']?.((...given) => {
            stop?.()
            done(`${given.length} ${'language' in (given[0] as object) ? 'settings' : ''}`)
          })
        }),
    )
    await pause(100)
    await desk.command('settings/change', { railCollapsed: false })
    expect(await got).toBe('1 settings')
  },
}

describe('Electron’s security checklist, on the running app', () => {
  it('is asserted whole: here, on the package or over the sources', () => {
    const here = securityChecklist.flatMap(({ title, asserted }) => (asserted === 'run' ? [title] : []))
    expect(Object.keys(checks).sort()).toEqual([...here].sort())
  })

  it.each(Object.entries(checks))('%s', async (_title, check) => check())
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
