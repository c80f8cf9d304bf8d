import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { makeAuthority, noOpenssl } from '../support/certificates'
import { canary, secondPlatform, startSecondPlatform } from '../support/second-platform'
import type { SecondPlatform } from '../support/second-platform'
import { startGateway } from '../support/gateway'
import type { Gateway } from '../support/gateway'
import { axeViolations } from './support/axe'
import { changeLock } from '../support/change-lock'
import { steps } from '../support/steps'

const number = '8000000024'
const passphrase = 'correct horse battery'

let platform: SecondPlatform
let userData: string
let desk: RunningApp

const start = async () => {
  desk = await startApp({ userData, args: ['--simulated-locks'] })
  await desk.page.getByTestId('rail-settings').waitFor()
}
beforeAll(async () => {
  platform = await startSecondPlatform()
  userData = await freshUserData()
  await start()
})
afterAll(async () => {
  await desk.stop()
  await platform.stop()
  await rm(userData, { recursive: true, force: true })
})

/** Opens the bar from its chip, which a change of the connection may close again. */
const openBanner = (name: string) =>
  eventually(async () => {
    const banner = desk.at(`banner-${name}`)
    if (!(await banner.isVisible())) await desk.at('chip-connection').click()
    return banner.isVisible()
  })
const stepState = (name: string) => desk.at(`step-${name}`).getAttribute('data-state')

/** A switch reloads the page; a request to the previous one is repeated. */
const pollSlowly = <Value>(ask: () => Promise<Value | null | undefined | false>) =>
  eventually(() => ask().catch(() => null))
const lookedUp = () =>
  pollSlowly(async () => {
    const found = await desk.outcome('locks/look-up', { number, freshness: 'fresh' })
    return found.ok && found.value.state === 'found' ? found.value.record : null
  })

/** Everything a page could leak: its text, its fields and its stores. */
const pageText = () =>
  desk.page.evaluate(() => {
    const fields = [...document.querySelectorAll('input')].map(({ value }) => value)
    const app = document.querySelector('#app') as unknown as {
      __vue_app__?: { config: { globalProperties: { $pinia?: { state: { value: unknown } } } } }
    } | null
    const stores = JSON.stringify(app?.__vue_app__?.config.globalProperties.$pinia?.state.value ?? null)
    return [document.documentElement.outerHTML, ...fields, stores].join('\n')
  })

const readAllFiles = async (): Promise<string> => {
  const entries = await readdir(userData, { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1').catch(() => '')),
  )
  return texts.join('\n')
}

describe('connecting a platform', () => {
  const step = steps()
  step('starts in training and offers both options', async () => {
    await desk.command('settings/change', { language: 'en' })
    await desk.at('training-banner').waitFor()
    await desk.at('welcome').waitFor()
    await desk.at('welcome-connect').click()
    await desk.at('connect-form').waitFor()
  })

  step('reports missing fields in place, and suggests the user center', async () => {
    await desk.at('connect-test').click()
    await expect.poll(() => desk.at('connect-form').innerText()).toContain('Enter a name.')
    await desk.fillConnection({ name: 'North office' })
    await desk.fillConnection({ baseUrl: 'http://platform.example' })
    await expect
      .poll(() => desk.at('connect-userCentreUrl').inputValue())
      .toBe('http://platform.example/oauth/token')
    await desk.at('connect-plain').waitFor()
    await desk.fillConnection({ baseUrl: platform.url })
    await expect.poll(() => desk.at('connect-userCentreUrl').inputValue()).toBe(`${platform.url}/oauth/token`)
    await expect.poll(() => desk.at('connect-plain').count()).toBe(0)
  })

  step('warns once before Esc discards what was typed', async () => {
    await desk.press('Escape')
    await desk.at('input-warned').waitFor()
    expect(await desk.at('connect-name').inputValue()).toBe('North office')
  })

  step('stops at the failing step with a next step', async () => {
    await desk.fillConnection({ orderKey: secondPlatform.key })
    await desk.fillConnection({ orderSecret: `${canary}-wrong` })
    await desk.fillConnection({ userName: secondPlatform.user })
    await desk.fillConnection({ password: `${canary}-not-it` })
    // Another dialog confirms first; canceled, nothing is sent and nothing typed is lost.
    await desk.answerDialogs(1)
    await desk.at('connect-test').click()
    await eventually(async () => (await desk.at('connect-orderSecret').inputValue()) === `${canary}-wrong`)
    expect(await stepState('name')).toBe('waiting')
    await desk.answerDialogs(0)
    await desk.at('connect-test').click()
    const problem = desk.at('test-problem')
    await problem.waitFor()
    await expect.poll(() => problem.getAttribute('data-code')).toBe('application-refused')
    expect(await stepState('token')).toBe('failed')
    expect(await pageText()).not.toContain(canary)
    await desk.fillConnection({ orderSecret: secondPlatform.secret })
    await desk.at('connect-test').click()
    await desk.page.locator('[data-testid=test-problem][data-code=sign-in-refused]').waitFor()
    // The test is over: Enter can begin the next one.
    await desk.at('connect-test').waitFor()
  })

  step('requires the secret again when the address changes', async () => {
    const offered = () => desk.at('connect-orderSecret').getAttribute('placeholder')
    const savedAddress = await offered()
    expect(savedAddress).not.toBe('')
    await desk.fillConnection({ baseUrl: 'https://elsewhere.example' })
    expect(await offered()).toBe('')
    await desk.fillConnection({ baseUrl: platform.url })
    expect(await offered()).toBe(savedAddress)
    await expect.poll(() => desk.at('connect-userCentreUrl').inputValue()).toBe(`${platform.url}/oauth/token`)
  })

  step('passes every step by keyboard, and the page forgets every secret', async () => {
    await desk.fillConnection({ password: secondPlatform.password })
    await desk.at('connect-test').waitFor()
    await desk.press('Enter')
    await desk.at('test-passed').waitFor()
    for (const name of ['name', 'connection', 'token', 'scope', 'sign-in', 'read']) {
      expect(await stepState(name), name).toBe('passed')
    }
    expect(await pageText()).not.toContain(canary)
    expect(await axeViolations(desk.page)).toEqual([])
  })

  step('opens the platform, clearly distinct from training', async () => {
    await desk.at('connect-save').click()
    await pollSlowly(() => desk.at('environment-banner').isVisible())
    await expect.poll(() => desk.at('training-banner').count()).toBe(0)
    await expect.poll(() => desk.at('environment-banner').innerText()).toContain('North office')
    expect(await desk.command('platform/status')).toMatchObject({ training: false, baseUrl: platform.url })
    // The simulated operator of training is replaced by a real name.
    expect((await desk.command('settings/read')).operatorIdentity).toBe('')
  })

  step('sends changes to that service, recorded under its name', async () => {
    await desk.command('settings/change', { operatorIdentity: 'Wang Min' })
    await desk.command('enterprises/add', {
      by: 'channel',
      channelCode: 'CRM-EAST',
      channelCustomerId: 'NB-10017',
    })
    const found = await desk.command('locks/look-up', { number, freshness: 'fresh' })
    if (found.state !== 'found') throw new Error(found.state)
    const { assetNum, enterpriseGlobalId, shellNumber } = found.record
    const entry = await changeLock(desk, {
      action: 'disable',
      assetNum,
      shellNumber,
      enterpriseGlobalId,
      operatorIdentity: 'Wang Min',
      plugId: null,
    })
    expect(entry).toMatchObject({ state: 'done', training: false })
    expect((await platform.effects()).map(({ target }) => target)).toEqual([assetNum])
  })

  step('stores the secrets under a passphrase where the system has no keychain', async () => {
    await openBanner('memory')
    await desk.at('banner-act').click()
    await desk.answerDialogs(0)
    await desk.at('passphrase').fill(passphrase)
    await desk.at('passphrase-again').fill(passphrase)
    await desk.press('Enter')
    await desk.at('passphrase-form').waitFor({ state: 'detached' })
    expect(await desk.command('vault/status')).toMatchObject({ state: 'passphrase', kept: 3 })
    const disk = await readAllFiles()
    expect(disk).toContain(secondPlatform.key)
    expect(disk).not.toContain(canary)
    expect(disk).not.toContain(passphrase)
    expect(desk.output()).not.toContain(canary)
  })

  step('switches to training and back, one session at a time', async () => {
    await desk.openPlatform('training')
    await desk.at('training-banner').waitFor()
    const there = await desk.command('locks/look-up', { number, freshness: 'fresh' })
    expect(there).toMatchObject({ state: 'found', record: { locked: false } })
    const { environments } = await desk.command('environments/list')
    await desk.openPlatform(environments[0]?.id ?? '')
    await desk.at('environment-banner').waitFor()
    const here = await desk.command('locks/look-up', { number, freshness: 'fresh' })
    expect(here).toMatchObject({ state: 'found', record: { locked: true } })
  })

  step('opens the same platform after a restart, and asks for the passphrase', async () => {
    await desk.stop()
    await start()
    await desk.at('environment-banner').waitFor()
    await desk.at('passphrase').fill('not this one')
    await desk.press('Enter')
    await desk.page.getByText('Wrong passphrase.').waitFor()
    await desk.at('passphrase').fill(passphrase)
    await desk.press('Enter')
    await pollSlowly(async () => (await desk.command('vault/status')).state === 'passphrase')
    // The employee comes from the member center: the kept sign-in was accepted.
    expect((await lookedUp()).holder).not.toBeNull()
    expect(await desk.command('platform/status')).toMatchObject({ needsSignIn: false })
  })

  step('signs out, reports it, and signs in again with one action', async () => {
    await desk.at('rail-settings').click()
    await desk.at('platform-sign-out').click()
    await desk.at('confirm-sign-out').click()
    await expect.poll(() => desk.at('signed-out').innerText()).toBe('Signed out')
    expect(await desk.command('vault/status')).toMatchObject({ kept: 2 })
    await openBanner('signIn')
    await desk.at('banner-act').click()
    await desk.at('sign-in-password').fill('wrong')
    await desk.press('Enter')
    await desk.page.getByText('rejected the password').waitFor()
    await desk.at('sign-in-password').fill(secondPlatform.password)
    await desk.press('Enter')
    await desk.at('sign-in-form').waitFor({ state: 'detached' })
    await desk.at('banner-signIn').waitFor({ state: 'detached' })
    expect(await pageText()).not.toContain(canary)
  })

  step('deletes the app keys on request, and then reports them as missing', async () => {
    await desk.at('rail-settings').click()
    await desk.at('platform-sign-out').click()
    await desk.answerDialogs(0)
    await desk.at('delete-keys').click()
    await desk.at('confirm-sign-out').click()
    await openBanner('keysMissing')
    // The platform is reopened without its app keys; until then, it rejects requests.
    await pollSlowly(async () => (await desk.command('vault/status')).kept === 0)
    expect((await readFile(join(userData, 'vault.json.last'), 'utf8')).includes('application secret')).toBe(
      false,
    )
  })

  step('resets training and keeps the old data beside it', async () => {
    await desk.openPlatform('training')
    await desk.at('training-banner').waitFor()
    const { assetNum, enterpriseGlobalId, shellNumber } = await lookedUp()
    await changeLock(desk, {
      action: 'disable',
      assetNum,
      enterpriseGlobalId,
      shellNumber,
      operatorIdentity: 'Wang Min',
      plugId: null,
    })
    await desk.at('rail-settings').click()
    await desk.at('reset-training').click()
    await desk.at('confirm-reset').click()
    await desk.at('training-banner').waitFor()
    await pollSlowly(async () =>
      (await readdir(userData)).some((name) => name.startsWith('training-before-')),
    )
    await pollSlowly(async () => (await lookedUp()).locked === false)
  })
})

describe.skipIf(noOpenssl)('a platform with a company certificate', () => {
  let authority: ReturnType<typeof makeAuthority>
  let front: Gateway

  /** The platform behind TLS, as behind a company gateway. */
  beforeAll(async () => {
    authority = makeAuthority()
    front = await startGateway(platform.url, { certificate: authority.issue('IP:127.0.0.1') })
  })
  afterAll(async () => {
    await front.stop()
    authority.remove()
  })

  const test = async (environment: Record<string, string>) => {
    const running = await startApp({ environment })
    await running.answerDialogs(0)
    try {
      await running.command('connect/begin', { id: null })
      const { key, secret, user, password } = secondPlatform
      return await running.command('connect/test', {
        fields: {
          name: 'Behind TLS',
          baseUrl: front.url,
          userCentreUrl: `${front.url}/oauth/token`,
          orderAppKey: key,
          memberAppKey: key,
          userName: user,
        },
        secrets: { orderSecret: secret, memberSecret: secret, password },
      })
    } finally {
      await running.stop()
    }
  }

  it('is not trusted, whatever the environment sets, and nothing is sent', async () => {
    const { report } = await test({
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_EXTRA_CA_CERTS: authority.file,
      SSL_CERT_FILE: authority.file,
    })
    expect(report.steps.find(({ problem }) => problem !== null)).toMatchObject({
      name: 'connection',
      problem: { code: 'certificate-unknown-issuer' },
    })
  })
})
