import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../support/app'
import type { RunningApp } from '../support/app'

let desk: RunningApp
beforeAll(async () => {
  desk = await startApp()
})
afterAll(() => desk.stop())

describe('the window', () => {
  it('is sandboxed and isolated, without Node, whatever the defaults are', async () => {
    const preferences = await desk.app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      return (window?.webContents as unknown as { getLastWebPreferences(): unknown }).getLastWebPreferences()
    })
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    })
    const globals = await desk.page.evaluate(() =>
      ['process', 'require', 'module', 'Buffer', 'global', 'electron'].filter((name) => name in window),
    )
    expect(globals).toEqual([])
  })

  it('shows the app’s page from the app’s scheme', () => {
    expect(desk.page.url()).toMatch(/^app:\/\/lock-desk\/index\.html/)
  })

  it('exposes the commands and events by name, and no other channel', async () => {
    const shape = await desk.page.evaluate(() => {
      const { lockDesk } = window as unknown as { lockDesk: Record<string, object> }
      return Object.fromEntries(
        Object.entries(lockDesk).map(([name, part]) => [name, Object.keys(part).length]),
      )
    })
    const { commandNames } = await import('../../src-shared/bridge/command-names')
    const { eventNames } = await import('../../src-shared/bridge/events')
    expect(shape).toEqual({ commands: commandNames.length, events: eventNames.length })
  })

  it('runs only its own scripts, and evaluates no text', async () => {
    const ran = await desk.page.evaluate(async () => {
      const script = document.createElement('script')
      script.textContent = 'window.injected = true'
      document.body.append(script)
      // Text as a timer's handler is what the page would have to evaluate by itself: the policy holds for it even
      // here, where the driver's own code is let through.
      // eslint-disable-next-line @typescript-eslint/no-implied-eval
      setTimeout('window.evaluated = true')
      // Nothing is evaluated in this time.
      await new Promise((done) => setTimeout(done, 200))
      return { injected: 'injected' in window, evaluated: 'evaluated' in window }
    })
    expect(ran).toEqual({ injected: false, evaluated: false })
  })

  it('has no network access', async () => {
    const reached = await desk.page.evaluate(async () => {
      const fetched = await fetch('http://127.0.0.1:9/').then(
        () => 'fetched',
        () => 'refused',
      )
      const image = await new Promise<string>((done) => {
        const picture = new Image()
        picture.onload = () => done('loaded')
        picture.onerror = () => done('refused')
        picture.src = 'http://127.0.0.1:9/a.png'
      })
      return [fetched, image]
    })
    expect(reached).toEqual(['refused', 'refused'])
  })

  it('opens no window and does not navigate', async () => {
    const opened = await desk.page.evaluate(() => window.open('https://example.com') === null)
    expect(opened).toBe(true)
    await desk.page.evaluate(() => {
      location.href = 'https://example.com/'
    })
    await desk.page.evaluate(() => {
      const frame = document.createElement('iframe')
      frame.src = 'https://example.com/'
      document.body.append(frame)
    })
    // Nothing opens in this time.
    await new Promise((done) => setTimeout(done, 300))
    const windows = await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
    expect([desk.page.url().split('#')[0], windows]).toEqual(['app://lock-desk/index.html', 1])
  })

  it('has no permissions', async () => {
    const states = await desk.page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'] as const
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
  })

  it('downloads nothing', async () => {
    const cancelled = desk.app.evaluate(
      ({ session }) =>
        new Promise((done) => {
          session.defaultSession.once('will-download', (event) => done(event.defaultPrevented))
          setTimeout(() => done('no download'), 2_000)
        }),
    )
    await desk.page.evaluate(() => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob(['x']))
      link.download = 'x.txt'
      link.click()
    })
    expect([true, 'no download']).toContain(await cancelled)
  })

  it('loads only files of its bundle', async () => {
    const answers = await desk.app.evaluate(async ({ net }) =>
      Promise.all(
        ['index.html', '..%2f..%2fpackage.json', '..%2fmain%2fmain.js', 'package.json'].map((path) =>
          net.fetch(`app://lock-desk/${path}`).then(
            async (response) => `${response.status} ${(await response.text()).includes('"dependencies"')}`,
            () => 'refused',
          ),
        ),
      ),
    )
    expect(answers).toEqual(['200 false', '404 false', '404 false', '404 false'])
  })

  it('sends its content security policy as a header', async () => {
    const policy = await desk.app.evaluate(({ net }) =>
      net.fetch('app://lock-desk/index.html').then(({ headers }) => headers.get('content-security-policy')),
    )
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'")
    expect(policy).toContain("connect-src 'none'")
  })
})

describe('a bridge request', () => {
  it('from another window of the app is refused', async () => {
    const outcome = await desk.app.evaluate(async ({ BrowserWindow }, preload) => {
      const foreignWindow = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
      await foreignWindow.loadURL('app://lock-desk/index.html')
      const answer: unknown = await foreignWindow.webContents.executeJavaScript(
        "window.lockDesk.commands['settings/read']()",
      )
      foreignWindow.destroy()
      return answer
    }, `${process.cwd()}/out/preload/index.cjs`)
    expect(outcome).toMatchObject({ ok: false, error: { code: 'refused-sender' } })
  })

  it('with invalid input is refused', async () => {
    expect(await desk.outcome('jobs/start', { action: 'disable' })).toMatchObject({
      ok: false,
      error: { code: 'invalid-input' },
    })
  })
})
