import { readFile, readdir, rm } from 'node:fs/promises'
import { request as forward } from 'node:http'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { makeAuthority, noOpenssl } from '../support/certificates'
import { canary, secondPlatform, startSecondPlatform } from '../support/second-platform'
import type { SecondPlatform } from '../support/second-platform'

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

const at = (testId: string) => desk.page.getByTestId(testId).first()
const fill = (field: string, text: string) => at(`connect-${field}`).fill(text)
const stepState = (name: string) => at(`step-${name}`).getAttribute('data-state')
const chooseFromRail = async (testId: string) => {
  await at('platform-status').click()
  await at(testId).click()
}

/** The page is loaded anew under a switch; a question to the one before is asked again. */
const calmly = <Value>(ask: () => Promise<Value | null | undefined | false>) =>
  eventually(() => ask().catch(() => null))
const lookedUp = () =>
  calmly(async () => {
    const found = await desk.outcome('desk/look-up', { number, freshness: 'fresh' })
    return found.ok && found.value.state === 'found' ? found.value.record : null
  })

/** Everything a page could give away: what it shows, what its fields hold, what its stores hold. */
const pageText = () =>
  desk.page.evaluate(() => {
    const fields = [...document.querySelectorAll('input')].map(({ value }) => value)
    const app = document.querySelector('#app') as unknown as {
      __vue_app__?: { config: { globalProperties: { $pinia?: { state: { value: unknown } } } } }
    } | null
    const stores = JSON.stringify(app?.__vue_app__?.config.globalProperties.$pinia?.state.value ?? null)
    return [document.documentElement.outerHTML, ...fields, stores].join('\n')
  })

const everythingOnDisk = async (): Promise<string> => {
  const entries = await readdir(userData, { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1').catch(() => '')),
  )
  return texts.join('\n')
}

describe('the way from training to a platform', () => {
  it('begins in training and offers both ways', async () => {
    await desk.command('settings/change', { language: 'en' })
    await at('training-band').waitFor()
    await at('welcome').waitFor()
    await at('welcome-connect').click()
    await at('connect-form').waitFor()
  })

  it('says in place what is missing, and proposes the user centre', async () => {
    await at('connect-test').click()
    expect(await at('connect-form').innerText()).toContain('Give it a name.')
    await fill('name', 'North office')
    await fill('baseUrl', 'http://platform.example')
    expect(await at('connect-userCentreUrl').inputValue()).toBe('http://platform.example/oauth/token')
    await at('connect-plain').waitFor()
    await fill('baseUrl', platform.url)
    expect(await at('connect-userCentreUrl').inputValue()).toBe(`${platform.url}/oauth/token`)
    expect(await at('connect-plain').count()).toBe(0)
  })

  it('stops at the step that does not hold, and says what to do', async () => {
    await fill('orderKey', secondPlatform.key)
    await fill('orderSecret', `${canary}-wrong`)
    await fill('userName', secondPlatform.user)
    await fill('password', `${canary}-not-it`)
    await at('connect-test').click()
    const problem = at('test-problem')
    await problem.waitFor()
    expect(await problem.getAttribute('data-code')).toBe('application-refused')
    expect(await stepState('token')).toBe('failed')
    expect(await pageText()).not.toContain(canary)
    await fill('orderSecret', secondPlatform.secret)
    await at('connect-test').click()
    await desk.page.locator('[data-testid=test-problem][data-code=sign-in-refused]').waitFor()
  })

  it('says that a secret has to be typed again once the address is another', async () => {
    const offered = () => at('connect-orderSecret').getAttribute('placeholder')
    const kept = await offered()
    expect(kept).not.toBe('')
    await fill('baseUrl', 'https://elsewhere.example')
    expect(await offered()).toBe('')
    await fill('baseUrl', platform.url)
    expect(await offered()).toBe(kept)
    expect(await at('connect-userCentreUrl').inputValue()).toBe(`${platform.url}/oauth/token`)
  })

  it('walks the whole way, by keyboard, and the page forgets every secret', async () => {
    await fill('password', secondPlatform.password)
    await desk.page.keyboard.press('Enter')
    await at('test-passed').waitFor()
    for (const name of ['name', 'connection', 'token', 'scope', 'sign-in', 'read']) {
      expect(await stepState(name), name).toBe('passed')
    }
    expect(await pageText()).not.toContain(canary)
    const axe = await new AxeBuilder({ page: desk.page }).setLegacyMode(true).analyze()
    expect(axe.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  })

  it('opens the platform, and cannot be mistaken for training', async () => {
    await at('connect-save').click()
    await at('environment-band').waitFor()
    expect(await at('training-band').count()).toBe(0)
    expect(await at('environment-band').innerText()).toContain('North office')
    expect(await desk.command('platform/status')).toMatchObject({ training: false, baseUrl: platform.url })
    // Who trained as the made-up operator is asked for the real name.
    expect((await desk.command('settings/read')).operatorIdentity).toBe('')
  })

  it('works there: the change arrives at that service, under its name in the journal', async () => {
    await desk.command('settings/change', { operatorIdentity: 'Wang Min' })
    await desk.command('register/add', {
      by: 'channel',
      channelCode: 'CRM-EAST',
      channelCustomerId: 'NB-10017',
    })
    const found = await desk.command('desk/look-up', { number, freshness: 'fresh' })
    if (found.state !== 'found') throw new Error(found.state)
    const { assetNum, enterpriseGlobalId, shellNumber } = found.record
    const entry = await desk.command('desk/change', {
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

  it('keeps the secrets under a passphrase where the system has no keyring', async () => {
    await at('banner-memory').waitFor()
    await at('banner-act').click()
    await at('passphrase').fill(passphrase)
    await at('passphrase-again').fill(passphrase)
    await desk.page.keyboard.press('Enter')
    await at('passphrase-form').waitFor({ state: 'detached' })
    expect(await desk.command('vault/status')).toMatchObject({ state: 'passphrase', kept: 3 })
    const disk = await everythingOnDisk()
    expect(disk).toContain(secondPlatform.key)
    expect(disk).not.toContain(canary)
    expect(disk).not.toContain(passphrase)
    expect(desk.said()).not.toContain(canary)
  })

  it('goes back to training and to the platform again, one at a time', async () => {
    await chooseFromRail('open-training')
    await at('training-band').waitFor()
    const there = await desk.command('desk/look-up', { number, freshness: 'fresh' })
    expect(there).toMatchObject({ state: 'found', record: { locked: false } })
    const { environments } = await desk.command('environments/list')
    await chooseFromRail(`open-${environments[0]?.id ?? ''}`)
    await at('environment-band').waitFor()
    const here = await desk.command('desk/look-up', { number, freshness: 'fresh' })
    expect(here).toMatchObject({ state: 'found', record: { locked: true } })
  })

  it('is on the same platform after a restart, and asks for the passphrase', async () => {
    await desk.stop()
    await start()
    await at('environment-band').waitFor()
    await at('passphrase').fill('not this one')
    await desk.page.keyboard.press('Enter')
    await desk.page.getByText('That is not the passphrase.').waitFor()
    await at('passphrase').fill(passphrase)
    await desk.page.keyboard.press('Enter')
    await calmly(async () => (await desk.command('vault/status')).state === 'passphrase')
    // The holder is the member centre's to say: the kept sign-in was accepted.
    expect((await lookedUp()).holder).not.toBeNull()
    expect(await desk.command('platform/status')).toMatchObject({ needsSignIn: false })
  })

  it('signs out, says what it forgot, and signs in again with one action', async () => {
    await at('rail-settings').click()
    await at('platform-sign-out').click()
    await at('confirm-sign-out').click()
    expect(await at('forgot').innerText()).toBe('The sign-in is forgotten.')
    expect(await desk.command('vault/status')).toMatchObject({ kept: 2 })
    await at('banner-signIn').waitFor()
    await at('banner-act').click()
    await at('sign-in-password').fill('wrong')
    await desk.page.keyboard.press('Enter')
    await desk.page.getByText('does not accept this password').waitFor()
    await at('sign-in-password').fill(secondPlatform.password)
    await desk.page.keyboard.press('Enter')
    await at('sign-in-form').waitFor({ state: 'detached' })
    await at('banner-signIn').waitFor({ state: 'detached' })
    expect(await pageText()).not.toContain(canary)
  })

  it('forgets the keys too when asked, and then says whose keys are missing', async () => {
    await at('rail-settings').click()
    await at('platform-sign-out').click()
    await at('forget-keys').click()
    await at('confirm-sign-out').click()
    await at('banner-keysMissing').waitFor()
    // The platform is opened anew without its keys; until it is, it answers that this is not the time.
    await calmly(async () => (await desk.command('vault/status')).kept === 0)
    expect((await readFile(join(userData, 'vault.json.last'), 'utf8')).includes('application secret')).toBe(
      false,
    )
  })

  it('begins training anew and keeps the old data beside it', async () => {
    await chooseFromRail('open-training')
    await at('training-band').waitFor()
    const { assetNum, enterpriseGlobalId, shellNumber } = await lookedUp()
    await desk.command('desk/change', {
      action: 'disable',
      assetNum,
      enterpriseGlobalId,
      shellNumber,
      operatorIdentity: 'Wang Min',
      plugId: null,
    })
    await at('rail-settings').click()
    await at('reset-training').click()
    await at('confirm-reset').click()
    await at('training-band').waitFor()
    await calmly(async () => (await readdir(userData)).some((name) => name.startsWith('training-before-')))
    await calmly(async () => (await lookedUp()).locked === false)
  })
})

describe.skipIf(noOpenssl)('a platform with a company’s own certificate', () => {
  let authority: ReturnType<typeof makeAuthority>
  let front: Server
  let baseUrl: string

  /** The platform behind TLS, as a company’s gateway puts it there. */
  beforeAll(async () => {
    authority = makeAuthority()
    front = createServer(authority.issue('IP:127.0.0.1'), (request, response) => {
      const { method, headers, url } = request
      const onward = forward(`${platform.url}${url ?? '/'}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      request.pipe(onward)
    })
    await new Promise<void>((ready) => front.listen(0, '127.0.0.1', ready))
    baseUrl = `https://127.0.0.1:${(front.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    front.closeAllConnections()
    await new Promise((closed) => front.close(closed))
    authority.remove()
  })

  const test = async (environment: Record<string, string>) => {
    const running = await startApp({ environment })
    try {
      await running.command('connect/begin', { id: null })
      const { key, secret, user, password } = secondPlatform
      return await running.command('connect/test', {
        fields: {
          name: 'Behind TLS',
          baseUrl,
          userCentreUrl: `${baseUrl}/oauth/token`,
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

  it('is not trusted by itself, and nothing was sent', async () => {
    const { report } = await test({})
    expect(report.steps.find(({ problem }) => problem !== null)).toMatchObject({
      name: 'connection',
      problem: { code: 'certificate-unknown-issuer' },
    })
  })

  it('is reached all the way once the machine trusts its authority', async () => {
    const { report } = await test({ NODE_EXTRA_CA_CERTS: authority.file })
    expect(report.passed).toBe(true)
    expect(report.steps[1]?.facts[0]).toMatchObject({
      kind: 'certificate',
      subject: 'platform.north-bridge',
      issuer: 'North Bridge Root, North Bridge',
    })
  })
})
