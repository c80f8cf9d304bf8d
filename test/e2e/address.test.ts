import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { secondPlatform, startSecondPlatform } from '../support/second-platform'
import { startGateway } from '../support/gateway'
import type { Gateway } from '../support/gateway'
import type { SecondPlatform } from '../support/second-platform'
import { steps } from '../support/steps'

let platform: SecondPlatform
let front: Gateway
let origin: string
let isAway = false
let userData: string
let desk: RunningApp

/** The platform behind a gateway that has it under several paths, and that may be away. */
const startProxy = async (): Promise<void> => {
  front = await startGateway(platform.url, {
    before: () => !isAway,
    pathOf: (path) => path.replace(/^\/(v1|v2)\//, '/'),
  })
  origin = front.url
}

const start = async (): Promise<void> => {
  desk = await startApp({ userData, args: ['--simulated-locks'] })
  await desk.page.getByTestId('rail-settings').waitFor()
}
beforeAll(async () => {
  platform = await startSecondPlatform()
  await startProxy()
  userData = await freshUserData()
  await start()
  await desk.command('settings/change', { language: 'en', operatorIdentity: 'Wang Min' })
})
afterAll(async () => {
  await desk.stop()
  await front.stop()
  await platform.stop()
  await rm(userData, { recursive: true, force: true })
})

const { key, secret, user, password } = secondPlatform
const fields = (baseUrl: string) => ({
  name: 'North office',
  baseUrl,
  userCentreUrl: `${origin}/oauth/token`,
  orderAppKey: key,
  memberAppKey: key,
  userName: user,
})
const none = { orderSecret: null, memberSecret: null }

const edit = async (id: string, baseUrl: string) => {
  await desk.command('connect/begin', { id })
  return desk.outcome('connect/save', { fields: fields(baseUrl), secrets: none, anyway: true })
}
/** The page is reloaded under a switch. */
const open = async (id: string): Promise<void> => {
  await desk.command('environments/switch', { id, pauseJobs: true }).catch(() => undefined)
  await eventually(() =>
    desk.command('environments/list').then(
      ({ current }) => current === id,
      () => false,
    ),
  )
  await desk.page.getByTestId('rail-settings').waitFor()
}
const queue = () => desk.command('outbox/list')
const readState = async () => ({
  queued: (await queue()).changes.map(({ assetNum }) => assetNum),
  enterprises: (await desk.command('enterprises/list', { from: 0, limit: 10 })).rows.map(
    ({ enterpriseGlobalId }) => enterpriseGlobalId,
  ),
})

describe('the address of a platform with a queued change', () => {
  const step = steps()
  let id: string
  let before: Awaited<ReturnType<typeof readState>>
  let number: string

  step('is saved in one spelling', async () => {
    await desk.answerDialogs(0)
    await desk.command('connect/begin', { id: null })
    const secrets = { orderSecret: secret, memberSecret: secret }
    await desk.command('connect/test', { fields: fields(`${origin}/v1/`), secrets: { ...secrets, password } })
    const saved = await desk.command('connect/save', {
      fields: fields(`${origin}/v1/`),
      secrets: none,
      anyway: false,
    })
    expect(saved).toMatchObject({ baseUrl: `${origin}/v1`, signIn: 'stored' })
    id = saved.id
    await open(id)
    await desk.command('settings/change', { operatorIdentity: 'Wang Min' })
    await desk.command('enterprises/add', {
      by: 'channel',
      channelCode: 'CRM-EAST',
      channelCustomerId: 'NB-10017',
    })
    const lock = await eventually(async () => {
      const { rows } = await desk.command('assets/list', { enterpriseGlobalId: null, from: 0, limit: 5_000 })
      return rows.find(
        ({ locked, licenseType, shellNumber, lent }) =>
          locked === false &&
          licenseType === 'normal_recover_usbkey' &&
          shellNumber !== null &&
          lent !== true,
      )
    })
    number = lock.assetNum
    await eventually(() => stat(join(userData, 'known-records')).catch(() => null))
    isAway = true
    front.disconnect()
    await desk.command('platform/check')
    await desk.command('outbox/add', {
      action: 'disable',
      operatorIdentity: 'Wang Min',
      rows: [
        { assetNum: number, shellNumber: lock.shellNumber, enterpriseGlobalId: lock.enterpriseGlobalId },
      ],
    })
    before = await readState()
    expect(before).toEqual({ queued: [number], enterprises: [lock.enterpriseGlobalId] })
  })

  step('may get another path: queue, enterprises, known records and the sign-in stay', async () => {
    expect(await edit(id, `${origin.replace('http:', 'HTTP:')}/v2//`)).toMatchObject({
      ok: true,
      value: { baseUrl: `${origin}/v2`, signIn: 'stored' },
    })
    await open(id)
    expect(await readState()).toEqual(before)
    await desk.stop()
    await start()
    expect(await readState()).toEqual(before)
    // Without the platform, a lock is known by what was remembered of it.
    await eventually(async () => {
      const { rows } = await desk.command('assets/list', { enterpriseGlobalId: null, from: 0, limit: 5_000 })
      return rows.some(({ assetNum }) => assetNum === number)
    })
  })

  step('does not take the queue to another server without a yes, and loses nothing by a no', async () => {
    const otherAddress = 'https://elsewhere.example'
    await desk.answerDialogs(2)
    // Neither the address nor the data is confirmed.
    expect(await edit(id, otherAddress)).toMatchObject({ ok: false, error: { code: 'not-confirmed' } })
    const texts = await desk.app.evaluate(({ dialog }) => {
      const dialogMessages: string[] = []
      dialog.showMessageBox = ((...secrets: { message: string; detail?: string }[]) => {
        const { message, detail = '' } = secrets.at(-1) ?? { message: '' }
        dialogMessages.push(`${message}\n${detail}`)
        // The new address is confirmed; the data are kept separate.
        return Promise.resolve({ response: dialogMessages.length === 1 ? 0 : 1, checkboxChecked: false })
      }) as unknown as typeof dialog.showMessageBox
      ;(globalThis as { asked?: string[] }).asked = dialogMessages
      return dialogMessages
    })
    expect(texts).toEqual([])
    expect(await edit(id, otherAddress)).toMatchObject({ ok: true, value: { signIn: 'none' } })
    const dialogMessages = await desk.app.evaluate(() => (globalThis as { asked?: string[] }).asked ?? [])
    expect(dialogMessages[1]).toContain('Move data to the new address?')
    expect(dialogMessages[1]).toContain('1 queued change can then be sent there.')
    const saved = JSON.parse(await readFile(join(userData, 'queue.json'), 'utf8')) as { items: unknown[] }
    expect(saved.items).toHaveLength(1)
    await open(id)
    expect(await readState()).toEqual({ queued: [], enterprises: [] })
    await desk.answerDialogs(0)
    await desk.command('connect/begin', { id })
    const secrets = { orderSecret: secret, memberSecret: secret }
    await desk.command('connect/save', { fields: fields(`${origin}/v1`), secrets, anyway: true })
    await open(id)
    expect(await readState()).toEqual(before)
  })

  step('is where the queued change goes once the platform is back', async () => {
    isAway = false
    await desk.command('environments/sign-in', { password })
    await desk.command('platform/check')
    await eventually(async () => (await queue()).changes.length === 0)
    expect((await platform.effects()).map(({ target }) => target)).toEqual([number])
  })
})
