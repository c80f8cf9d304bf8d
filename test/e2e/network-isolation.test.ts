import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { attemptAll } from './support/attempts'
import { startListeners } from './support/listeners'

let desk: RunningApp
let listeners: Awaited<ReturnType<typeof startListeners>>
beforeAll(async () => {
  desk = await startApp()
})
afterAll(() => desk.stop())
beforeEach(async () => {
  listeners = await startListeners()
})
afterEach(() => listeners.stop())

let names = 0

/** Tries everything; returns what the listeners received and the lookups in Chromium's network log. */
const tryAll = async () => {
  const name = `way-out-${(names += 1)}.example`
  const log = join(desk.saves, `${name}.json`)
  await desk.app.evaluate(
    ({ BrowserWindow }, path) =>
      BrowserWindow.getAllWindows()[0]?.webContents.session.netLog.startLogging(path, {
        captureMode: 'everything',
      }),
    log,
  )
  const { tcp, udp, seen } = listeners
  const tried = await desk.page.evaluate(attemptAll, { tcp, udp, name })
  await desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.session.netLog.stopLogging(),
  )
  const { constants, events } = JSON.parse(await readFile(log, 'utf8')) as {
    constants: { logEventTypes: Record<string, number> }
    events: { type: number; params?: unknown }[]
  }
  const typeNames = new Map(Object.entries(constants.logEventTypes).map(([key, value]) => [value, key]))
  const ours = new RegExp(`[\\w-]+\\.${name}`)
  const lookups = events.flatMap(({ type, params }) => {
    const isLookup = /^(HOST_RESOLVER|DNS_TRANSACTION)/.test(typeNames.get(type) ?? '')
    return isLookup ? (ours.exec(JSON.stringify(params ?? ''))?.slice(0, 1) ?? []) : []
  })
  expect(tried.length).toBeGreaterThan(40)
  expect(events.length).toBeGreaterThan(0)
  // Chromium looks up a WebRTC server before it selects a route (docs/security.md).
  return { seen, lookups: [...new Set(lookups)].filter((host) => !host.startsWith('ice.')) }
}

describe('a page that tries to reach the network', () => {
  it('reaches nothing', async () => {
    expect(await tryAll()).toEqual({ seen: [], lookups: [] })
  })

  it('reaches nothing even without policy and request filter, since its session has a dead proxy', async () => {
    const answers = await desk.app.evaluate(async ({ BrowserWindow }, port) => {
      const { session } = BrowserWindow.getAllWindows()[0]!.webContents
      session.webRequest.onBeforeRequest(null)
      const ask = (host: string) =>
        session.fetch(`http://${host}:${port}/`).then(
          () => 'answered',
          (error: unknown) => (error instanceof Error ? error.message : ''),
        )
      return Promise.all(['127.0.0.1', 'localhost', '[::1]', 'away.example'].map(ask))
    }, listeners.tcp)
    expect(answers).toEqual(Array(4).fill('net::ERR_PROXY_CONNECTION_FAILED'))
    expect(await tryAll()).toEqual({ seen: [], lookups: [] })
  })
})
