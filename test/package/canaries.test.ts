import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { startEchoingPlatform } from '../hardening/support/hostile-platform'
import { eventually } from '../support/app'
import { makeProbed, startProbed } from './probed-app'
import type { ProbedApp } from './probed-app'
import { foundInMemory } from '../support/found-in-memory'
import { changeLock } from '../support/change-lock'

/** The packaged app folder on Linux; set by `npm run test:more`, suite “package”. */
const packed = process.env['LOCK_DESK_TEST_PACKED'] ?? ''
const minute = 60_000
// A limit against hanging; speed is not tested here.
vi.setConfig({ testTimeout: 2 * minute })

/** Values typed by the user and issued by the user center; named, so that a finding says which one leaked. */
const typed = {
  secret: 'c4n4ry-of-the-application',
  wrongPassword: 'c4n4ry-mistyped',
  password: 'c4n4ry-of-the-user',
} as const
const issued = {
  application: 'c4n4ry-application-token',
  user: 'c4n4ry-user-token',
  refresh: 'c4n4ry-refresh-token',
} as const
const secrets = [...Object.values(typed), ...Object.values(issued)]
/** Not secret: if these are not found, the search does not work. */
const office = 'Northern office of the canaries'
const product = 'Songbook of the canaries'

const isIn = (text: string) => secrets.filter((secret) => text.includes(secret))

describe.skipIf(packed === '')('secrets in the packaged app', () => {
  let platform: Awaited<ReturnType<typeof startEchoingPlatform>>
  let folder: string
  let desk: ProbedApp
  let snapshots = 0

  beforeAll(async () => {
    platform = await startEchoingPlatform([product, `${product} II`, `${product} III`])
    platform.answerTokensWith((fields) => {
      const isApplication = fields.get('grant_type') === 'client_credentials'
      if (fields.get('password') === typed.wrongPassword) {
        const error_description = `I heard ${fields.toString()}`
        return { status: 400, body: JSON.stringify({ error: 'invalid_grant', error_description }) }
      }
      return {
        body: JSON.stringify({
          access_token: isApplication ? issued.application : issued.user,
          token_type: 'Bearer',
          expires_in: 7200,
          ...(isApplication ? {} : { refresh_token: issued.refresh }),
        }),
      }
    })
    folder = await mkdtemp(join(tmpdir(), 'lock-desk-canaries-'))
    // A heap snapshot truncates longer texts unless told to keep them.
    desk = await startProbed(await makeProbed(packed, join(folder, 'app')), {
      environment: { LOCK_DESK_PROBE_JS_FLAGS: '--heap-snapshot-string-limit=1000000' },
    })
    await desk.inMain(({ BrowserWindow, ipcMain }) => {
      const traffic: string[] = []
      Object.assign(globalThis, { traffic })
      const contents = BrowserWindow.getAllWindows()[0]!.webContents
      const send = contents.send.bind(contents)
      contents.send = (channel, ...args: unknown[]) => {
        traffic.push(`${channel} ${JSON.stringify(args)}`)
        send(channel, ...args)
      }
      const { _invokeHandlers: handlers } = ipcMain as unknown as {
        _invokeHandlers: Map<string, (...args: unknown[]) => unknown>
      }
      for (const [channel, handler] of handlers) {
        handlers.set(channel, async (...args) => {
          const answer = await handler(...args)
          traffic.push(`${channel} ${JSON.stringify(answer)}`)
          return answer
        })
      }
    })
    // Confirms the new address.
    await desk.inMain(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
    })
    await desk.command('settings/change', { language: 'en', operatorIdentity: 'Li Wei' })
  }, 5 * minute)
  afterAll(async () => {
    await desk.stop()
    await platform.stop()
    await rm(folder, { recursive: true, force: true })
  }, minute)

  const see = (testId: string) =>
    eventually(() =>
      desk
        .inPage((id) => document.querySelector(`[data-testid="${id}"]`) !== null, testId)
        // The page reloads when the platform changes.
        .catch(() => false),
    )
  const click = async (testId: string) => {
    await see(testId)
    await desk.inPage((id) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)?.click(), testId)
  }
  /** Types through the browser as a keyboard does, not by a script. */
  const type = async (testId: string, text: string) => {
    await see(testId)
    await desk.inPage((id) => {
      const field = document.querySelector<HTMLInputElement>(`[data-testid="${id}"]`)
      field?.focus()
      field?.select()
    }, testId)
    await desk.inMain(
      ({ BrowserWindow }, letters) => BrowserWindow.getAllWindows()[0]?.webContents.insertText(letters),
      text,
    )
    await eventually(() =>
      desk.inPage(
        ([id, length]) =>
          document.querySelector<HTMLInputElement>(`[data-testid="${id}"]`)?.value.length === length,
        [testId, text.length] as const,
      ),
    )
  }
  const heap = async () => {
    const path = join(folder, `${(snapshots += 1)}.heapsnapshot`)
    await desk.inMain(
      ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.webContents.takeHeapSnapshot(to),
      path,
    )
    const text = await readFile(path, 'utf8')
    await rm(path)
    return text
  }

  it(
    'are typed, once wrongly, and accepted by the platform',
    async () => {
      await click('welcome-connect')
      await type('connect-name', office)
      await type('connect-baseUrl', platform.baseUrl)
      await type('connect-userCentreUrl', platform.userCentreUrl)
      await type('connect-orderKey', 'north-desk')
      await type('connect-orderSecret', typed.secret)
      await type('connect-userName', 'wang.min')
      await type('connect-password', typed.wrongPassword)
      await click('connect-test')
      await see('test-problem')
      await type('connect-password', typed.password)
      await click('connect-test')
      await see('test-passed')
      expect(platform.tokenRequests.some((fields) => fields.get('password') === typed.password)).toBe(true)
    },
    minute,
  )

  it(
    'are not in the page’s heap, though the form is still open',
    async () => {
      const text = await heap()
      expect([text.includes(office), isIn(text)]).toEqual([true, []])
    },
    minute,
  )

  it(
    'are not repeated where the platform echoes them in a result',
    async () => {
      await click('connect-save')
      await see('environment-banner')
      await desk.command('enterprises/add', { by: 'id', enterpriseGlobalId: 'E1', enterpriseName: office })
      await eventually(async () => {
        const { rows } = await desk.command('assets/list', { enterpriseGlobalId: null, from: 0, limit: 10 })
        return rows.length > 0
      })
      const entry = await changeLock(desk, {
        action: 'disable',
        assetNum: 'LD8000000011',
        shellNumber: '8000000011' as ShellNumber,
        enterpriseGlobalId: 'E1',
        operatorIdentity: 'Wang Min',
        plugId: null,
      })
      expect(JSON.stringify(entry)).toContain('I heard')
      expect(platform.calls.some(({ headers }) => JSON.stringify(headers).includes(issued.application))).toBe(
        true,
      )
      expect(isIn(JSON.stringify(entry))).toEqual([])
    },
    minute,
  )

  it(
    'are not in the heap of the page that uses them',
    async () => {
      for (const page of ['employees', 'journal', 'diagnose', 'settings', 'assets']) {
        await desk.inPage((path) => {
          location.hash = `#/${path}`
        }, page)
        await see(`rail-${page}`)
        await eventually(() =>
          desk.inPage(
            (name) =>
              document.querySelector(`[data-testid="rail-${name}"]`)?.getAttribute('aria-current') === 'page',
            page,
          ),
        )
      }
      await eventually(() => desk.inPage((words) => document.body.innerText.includes(words), product))
      const text = await heap()
      expect([text.includes(office), text.includes(product), isIn(text)]).toEqual([true, true, []])
    },
    minute,
  )

  it.skipIf(process.getuid?.() !== 0)(
    'that were issued are nowhere in the memory of the page’s process, not even as garbage',
    async () => {
      const pid = await desk.inMain(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]!.webContents.getOSProcessId(),
      )
      expect(foundInMemory(pid, [...Object.values(issued), office])).toEqual([office])
    },
    minute,
  )

  it('are not in the bridge traffic', async () => {
    const traffic = await desk.inMain(() => (globalThis as unknown as { traffic: string[] }).traffic)
    const text = traffic.join('\n')
    expect(traffic.length).toBeGreaterThan(20)
    expect(traffic.some((line) => line.startsWith('event:') || line.includes('connect/steps'))).toBe(true)
    expect([text.includes(office), text.includes('I heard'), isIn(text)]).toEqual([true, true, []])
  })

  it('are in no file and no output', async () => {
    const entries = await readdir(desk.userData, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    const all = await Promise.all(
      files.map(async ({ parentPath, name }) => ({
        name,
        bytes: await readFile(join(parentPath, name)).catch(() => Buffer.alloc(0)),
      })),
    )
    const holding = (text: string) =>
      all.flatMap(({ name, bytes }) =>
        bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le')) ? [name] : [],
      )
    expect(holding(office)).toEqual(expect.arrayContaining(['environments.json']))
    expect(holding('I heard')).toEqual(expect.arrayContaining(['journal.log']))
    expect(files.map(({ name }) => name)).toContain('main.log')
    for (const secret of secrets) expect([secret, holding(secret)]).toEqual([secret, []])
    expect(isIn(desk.app.output())).toEqual([])
  })
})
