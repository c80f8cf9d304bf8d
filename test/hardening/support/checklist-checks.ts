import { expect } from 'vitest'
import { commandNames } from '#shared/bridge/command-names'
import { eventNames } from '#shared/bridge/events'
import type { AppProbe } from './app-probe'
import type { ChecklistTitle } from './security-checklist'

const home = 'app://lock-desk/index.html'
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/**
 * Checks of a running app by checklist item; an item without a check here names where it is checked. The same
 * checks run on the build (test/e2e/hardening.test.ts) and on the packaged app (test/package).
 */
export const checklistChecks = (desk: AppProbe): Partial<Record<ChecklistTitle, () => Promise<void>>> => {
  const webPreferences = () =>
    desk.inMain(({ BrowserWindow }) =>
      (
        BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
          getLastWebPreferences(): Record<string, unknown>
        }
      ).getLastWebPreferences(),
    )
  const windows = () => desk.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  const address = async () => (await desk.url()).split('#')[0]
  return {
    'Only load secure content': async () => {
      const urls = [
        'http://127.0.0.1:9/',
        'https://127.0.0.1:9/',
        'ws://127.0.0.1:9/',
        'file:///etc/hostname',
      ]
      const reached = await desk.inPage(async (args) => {
        const by = (element: HTMLElement & { src: string }, url: string) =>
          new Promise<string>((done) => {
            element.onload = () => done('loaded')
            element.onerror = () => done('refused')
            element.src = url
            document.body.append(element)
            setTimeout(() => done('refused'), 500)
          }).finally(() => element.remove())
        const all: string[] = []
        for (const url of args) {
          all.push(await by(new Image(), url), await by(document.createElement('script'), url))
        }
        return all
      }, urls)
      expect(new Set(reached)).toEqual(new Set(['refused']))
      // The session refuses too, where no page policy applies before it.
      const bySession = await desk.inMain(
        ({ session }, args) =>
          Promise.all(
            args.map((url) =>
              session.defaultSession.fetch(url).then(
                () => 'fetched',
                (error: unknown) => String(error),
              ),
            ),
          ),
        urls.filter((url) => url.startsWith('http')),
      )
      expect(bySession).toEqual(
        bySession.map(() => expect.stringContaining('ERR_BLOCKED_BY_CLIENT') as string),
      )
    },
    'No Node.js for remote content': async () => {
      expect(await webPreferences()).toMatchObject({
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
      })
      const names = ['process', 'require', 'module', 'exports', 'Buffer', 'global', 'electron', '__dirname']
      expect(await desk.inPage((args) => args.filter((name) => name in window), names)).toEqual([])
    },
    'Context isolation': async () => {
      expect(await webPreferences()).toMatchObject({ contextIsolation: true })
      // Changes of the page's own world stay in it.
      const isFrozen = await desk.inPage(() => {
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
      const states = await desk.inPage(async () => {
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
      const devices = await desk.inPage(() => {
        const { hid, usb, serial } = navigator as unknown as Record<
          'hid' | 'usb' | 'serial',
          { getDevices?: () => Promise<unknown[]>; getPorts?: () => Promise<unknown[]> } | undefined
        >
        const deviceLists = [hid?.getDevices?.(), usb?.getDevices?.(), serial?.getPorts?.()]
        return Promise.all(deviceLists.map((one) => (one ?? Promise.resolve([])).catch(() => [])))
      })
      expect(devices.flat()).toEqual([])
      const screen = await desk.inPage(() =>
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
      const headers = await desk.inMain(({ net }) =>
        net
          .fetch('app://lock-desk/index.html')
          .then((answer) => Object.fromEntries(answer.headers.entries())),
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
      const ran = await desk.inPage(async () => {
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
      const switches = await desk.inMain(({ app }) =>
        ['enable-blink-features', 'disable-web-security', 'allow-running-insecure-content'].filter((name) =>
          app.commandLine.hasSwitch(name),
        ),
      )
      expect(switches).toEqual([])
    },
    'No `allowpopups` of a `<webview>`': async () => {
      expect((await webPreferences())['webviewTag'] ?? false).toBe(false)
    },
    'Verify a `<webview>` before its creation': async () => {
      const before = await desk.inMain(({ webContents }) => webContents.getAllWebContents().length)
      await desk.inPage(() => {
        const view = document.createElement('webview')
        view.setAttribute('src', 'https://example.com/')
        document.body.append(view)
        setTimeout(() => view.remove(), 100)
      })
      await pause(150)
      expect(await desk.inMain(({ webContents }) => webContents.getAllWebContents().length)).toBe(before)
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
        await desk.inPage((url) => {
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
        expect([target, await address()]).toEqual([target, home])
      }
      // A file dropped outside the drop areas.
      await desk.inPage(() => {
        const data = new DataTransfer()
        data.setData('text/uri-list', 'https://example.com/')
        data.items.add(new File(['<script>window.__xss=1</script>'], 'evil.html', { type: 'text/html' }))
        for (const type of ['dragenter', 'dragover', 'drop']) {
          document.body.dispatchEvent(
            new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
          )
        }
      })
      expect(await address()).toBe(home)
    },
    'Limit new windows': async () => {
      const opened = await desk.inPage(() => {
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
      const refused = await desk.inMain(async ({ BrowserWindow }, preload) => {
        const stranger = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
        await stranger.loadURL('app://lock-desk/index.html')
        const codes: unknown = await stranger.webContents.executeJavaScript(
          'Promise.all(Object.values(window.lockDesk.commands).map((ask) => ask().then(({ error }) => error?.code)))',
        )
        stranger.destroy()
        return codes as string[]
      }, desk.preload)
      expect(refused).toEqual(commandNames.map(() => 'refused-sender'))
    },
    'No `file://`, a custom protocol': async () => {
      const paths = [
      'index.html',
      ...['..%2f..%2fpackage.json', '%2e%2e/%2e%2e/package.json', '..%5c..%5cpackage.json', '%2e%2e%2fmain%2fmain.js'],
      ...['assets/..%2f..%2fmain%2fmain.js', '%2fetc%2fpasswd', '/etc/passwd', 'C:%5cWindows%5cwin.ini'],
      ...['index.html%00.js', '%00', '%', '%c0%ae%c0%ae%2fpackage.json', '....//package.json', 'INDEX.HTML%2f..%2f..%2fpackage.json'],
      ...['package.json', '.%2f..%2fpreload%2findex.cjs', `${'a/'.repeat(4_000)}x.js`, '%2525252e%2525252e/package.json'],
    ] // prettier-ignore
      const hosts = ['lock-desk', 'LOCK-DESK', 'evil', 'lock-desk.evil', 'user@lock-desk']
      const answers = await desk.inMain(
        async ({ net }, args) => {
          const ask = (url: string, method = 'GET') =>
            net.fetch(url, { method }).then(
              async (answer) => ({ status: answer.status, text: (await answer.text()).slice(0, 400) }),
              () => ({ status: 0, text: '' }),
            )
          return {
            paths: await Promise.all(args.paths.map((path) => ask(`app://lock-desk/${path}`))),
            hosts: await Promise.all(args.hosts.map((host) => ask(`app://${host}/index.html`))),
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
      const shape = await desk.inPage(() => {
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
      // A listener receives the payload only: the event would carry the sender.
      const got = desk.inPage(
        () =>
          new Promise<string>((done) => {
            const { lockDesk } = window as unknown as {
              lockDesk: { events: Record<string, (listener: (...args: unknown[]) => void) => () => void> }
            }
            const stop = lockDesk.events['settings/changed']?.((...args) => {
              stop?.()
              done(`${args.length} ${'language' in (args[0] as object) ? 'settings' : ''}`)
            })
          }),
      )
      await pause(100)
      await desk.command('settings/change', { railCollapsed: false })
      expect(await got).toBe('1 settings')
    },
  }
}
