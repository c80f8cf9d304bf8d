import { cp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import type { PlatformFields } from '#shared/model/app/saved-platform'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { noKeyringBecause, startDesktop } from '../support/desktop'
import type { Desktop } from '../support/desktop'
import { canary, secondPlatform, startSecondPlatform } from '../support/second-platform'
import type { SecondPlatform } from '../support/second-platform'
import { steps } from '../support/steps'

if (noKeyringBecause !== null) console.warn(`A real keyring is not tested here: ${noKeyringBecause}.`)

const password = 'test-pass'
let desktop: Desktop
let platform: SecondPlatform
let userData: string
let desk: RunningApp | null = null

const start = async (): Promise<RunningApp> => {
  const started = await startApp({
    userData,
    environment: desktop.environment,
    args: ['--password-store=gnome-libsecret'],
  })
  desk = started
  await started.page.getByTestId('rail-settings').waitFor()
  return started
}
const stop = async () => {
  await desk?.stop()
  desk = null
}
const vaultFile = () => readFile(join(userData, 'vault.json'), 'utf8')

/** Saves over the bridge as the dialog does. */
const connect = async (running: RunningApp, id: string | null) => {
  const { key, secret, user, password: userPassword } = secondPlatform
  const fields: PlatformFields = {
    name: 'North office',
    baseUrl: platform.url,
    userCentreUrl: `${platform.url}/oauth/token`,
    orderAppKey: key,
    memberAppKey: key,
    userName: user,
  }
  await running.answerDialogs(0)
  await running.command('connect/begin', { id })
  const secrets = { orderSecret: secret, memberSecret: secret, password: userPassword }
  const tested = await running.command('connect/test', { fields, secrets })
  expect(tested.report.passed).toBe(true)
  const none = { orderSecret: null, memberSecret: null }
  return running.command('connect/save', { fields, secrets: none, anyway: false })
}

const facts = async (running: RunningApp) => {
  const [first] = (await running.command('environments/list')).environments
  return { ...first?.secrets, signIn: first?.signIn }
}
const all = (state: 'stored' | 'unreadable') => ({ order: state, member: state, signIn: state })

describe.skipIf(noKeyringBecause !== null)('secrets in a real keychain', () => {
  const step = steps()
  beforeAll(async () => {
    desktop = await startDesktop()
    platform = await startSecondPlatform()
    userData = await freshUserData()
  })
  afterAll(async () => {
    await stop()
    await platform.stop()
    await desktop.stop()
    await rm(userData, { recursive: true, force: true })
  })

  afterEach(stop)

  step('survive the app, encrypted', async () => {
    await desktop.unlocked(password)
    const running = await start()
    expect(await running.command('vault/status')).toMatchObject({ state: 'keyring', kept: 0 })
    const { id } = await connect(running, null)
    // The page reloads during the response.
    await running.outcome('environments/switch', { id, pauseJobs: false }).catch(() => undefined)
    await running.page.getByTestId('environment-banner').waitFor()
    await stop()
    const again = await start()
    await again.page.getByTestId('environment-banner').waitFor()
    expect(await again.command('vault/status')).toMatchObject({
      state: 'keyring',
      backend: 'gnome_libsecret',
      kept: 3,
      unreadable: 0,
    })
    expect(await facts(again)).toEqual(all('stored'))
    expect(await vaultFile()).not.toContain(canary)
    await eventually(async () => (await again.command('platform/status')).state === 'reachable')
    await stop()
  })

  step('are kept while the keychain is locked, with a message', async () => {
    const before = await vaultFile()
    await desktop.locked()
    const running = await start()
    await running.page.getByTestId('chip-connection').click()
    await running.page.getByTestId('banner-locked').waitFor()
    expect(await running.command('vault/status')).toMatchObject({ state: 'keyring-locked', kept: 3 })
    expect(await facts(running)).toEqual(all('unreadable'))
    // Reading again helps where the system grants a running program access; otherwise the app is restarted.
    await running.page.getByTestId('banner-act').click()
    await running.page.getByTestId('chip-connection').click()
    await running.page.getByText('Unlock it in the system').waitFor()
    await stop()
    expect(await vaultFile()).toBe(before)
    await desktop.unlocked(password)
    expect(await facts(await start())).toEqual(all('stored'))
    await stop()
  })

  step('are kept where no keychain is running', async () => {
    const before = await vaultFile()
    await desktop.away()
    const running = await start()
    expect(['keyring-locked', 'memory']).toContain((await running.command('vault/status')).state)
    expect(await facts(running)).toEqual(all('unreadable'))
    await stop()
    expect(await vaultFile()).toBe(before)
  })

  step('are kept when the keychain was replaced, entered again, and readable with the old one', async () => {
    await desktop.away()
    const kept = `${desktop.keyrings}-kept`
    await rename(desktop.keyrings, kept)
    await desktop.unlocked('another-pass')
    const running = await start()
    await running.page.getByTestId('chip-connection').click()
    await running.page.getByTestId('banner-keysUnreadable').waitFor()
    expect(await running.command('vault/status')).toMatchObject({
      state: 'keyring-changed',
      kept: 3,
      unreadable: 3,
    })
    const [saved] = (await running.command('environments/list')).environments
    await connect(running, saved?.id ?? null)
    expect(await facts(running)).toEqual(all('stored'))
    expect(await running.command('vault/status')).toMatchObject({ state: 'keyring' })
    await stop()

    await desktop.away()
    await rm(desktop.keyrings, { recursive: true })
    await cp(kept, desktop.keyrings, { recursive: true })
    await desktop.unlocked(password)
    const back = await start()
    expect(await facts(back)).toEqual(all('stored'))
    await eventually(async () => (await back.command('platform/status')).state === 'reachable')
  })
})
