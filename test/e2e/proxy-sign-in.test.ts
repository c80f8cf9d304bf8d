import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { startLoginProxy } from '../support/login-proxy'
import { startPlatformDouble, envelope } from '../support/platform-double'
import { axeViolations } from './support/axe'

const password = 'c4n4ry-proxy'
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

let desk: RunningApp

/** The app behind a system proxy that demands a sign-in; loopback is not exempt. */
const start = async () => {
  const platform = await startPlatformDouble(() => envelope([]))
  const proxy = await startLoginProxy({ userName: 'li', password })
  desk = await startApp({
    platform,
    environment: { LOCK_DESK_APP_KEY: 'key', LOCK_DESK_APP_SECRET: 'secret' },
    args: [`--proxy-server=${proxy.url}`, '--proxy-bypass-list=<-loopback>'],
  })
  stops.push(platform.stop, proxy.stop, desk.stop)
  await desk.at('rail-settings').waitFor()
  await desk.command('enterprises/add', { by: 'id', enterpriseGlobalId: 'E-1', enterpriseName: 'North' })
  return { platform, proxy }
}

const readFiles = async (): Promise<string> => {
  const entries = await readdir(desk.userData, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = files.map((file) => readFile(join(file.parentPath, file.name), 'latin1').catch(() => ''))
  return (await Promise.all(texts)).join('\n')
}

it('asks once for the user name of a proxy, and uses it for the platform', async () => {
  const { platform, proxy } = await start()
  await desk.command('platform/check')
  await desk.at('proxy-sign-in-form').waitFor()
  expect(await desk.at('proxy-sign-in-form').innerText()).toContain(proxy.url)
  expect(await axeViolations(desk.page)).toEqual([])
  expect(await desk.command('platform/status')).toMatchObject({
    state: 'unreachable',
    failure: { proxy: 'proxy-sign-in' },
  })

  // “Not now” leaves a bar, and no automatic request opens the dialog again.
  await desk.press('Escape')
  await desk.at('proxy-sign-in-form').waitFor({ state: 'detached' })
  await desk.command('platform/check')
  await desk.at('chip-connection').click()
  await desk.at('banner-proxy').waitFor()
  expect(await desk.page.getByTestId('proxy-sign-in-form').count()).toBe(0)
  expect(new Set(proxy.given)).toEqual(new Set([null]))

  await desk.at('banner-act').click()
  await desk.at('proxy-user').fill('li')
  await desk.at('proxy-password').fill('wrong')
  await desk.at('proxy-sign-in').click()
  await expect.poll(() => desk.at('proxy-sign-in-form').innerText()).toMatch(/rejected|拒绝/)
  expect(proxy.given.filter((given) => given !== null)).toEqual(['li:wrong'])
  expect(platform.calls).toEqual([])

  await desk.at('proxy-password').fill(password)
  await desk.page.keyboard.press('Enter')
  await desk.at('proxy-sign-in-form').waitFor({ state: 'detached' })
  await desk.at('banner-proxy').waitFor({ state: 'detached' })
  await eventually(async () => (await desk.command('platform/status')).state === 'reachable')
  expect(platform.calls.length).toBeGreaterThan(0)
  expect(await desk.page.content()).not.toContain(password)
  expect(await readFiles()).not.toContain(password)
})
