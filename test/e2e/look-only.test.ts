import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { changingInputs } from '../support/changing-inputs'
import type { ChangingCommand } from '../support/changing-inputs'
import { secondPlatform, startSecondPlatform } from '../support/second-platform'
import type { SecondPlatform } from '../support/second-platform'

let platform: SecondPlatform
let desk: RunningApp
beforeAll(async () => {
  platform = await startSecondPlatform()
})
afterEach(() => desk.stop())
afterAll(() => platform.stop())

/** Saves the platform and opens it; resolves to its ID. */
const connect = async (lookOnly: boolean) => {
  await desk.at('rail-settings').waitFor()
  await desk.command('settings/change', { language: 'en', operatorIdentity: 'Li Wei' })
  // The address is new.
  await desk.answerDialogs(0)
  await desk.command('connect/begin', { id: null })
  const { id } = await desk.command('connect/save', {
    fields: {
      name: 'North office',
      baseUrl: platform.url,
      userCentreUrl: `${platform.url}/oauth/token`,
      orderAppKey: secondPlatform.key,
      memberAppKey: secondPlatform.key,
      userName: null,
    },
    secrets: { orderSecret: secondPlatform.secret, memberSecret: secondPlatform.secret },
    anyway: true,
    lookOnly,
  })
  await desk.outcome('environments/switch', { id, pauseJobs: false }).catch(() => null)
  await desk.at('environment-banner').waitFor()
  return id
}
const codeOf = async (name: ChangingCommand) => {
  const outcome = await desk.outcome(name, changingInputs[name])
  return outcome.ok ? 'ok' : outcome.error.code
}
const journalText = async () => {
  const folder = join(desk.userData, 'journal')
  const names = (await readdir(folder)).filter((name) => /^journal.*\.log$/.test(name))
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('')
}
const marks = async () =>
  [...(await journalText()).matchAll(/"kind":"look-only".*?"isOn":(true|false)/g)].map(([, isOn]) => isOn)

describe('a platform that is look only', () => {
  it('refuses every changing command of the bridge one by one, until the system dialog ends the mark', async () => {
    desk = await startApp()
    const id = await connect(true)
    expect(await desk.at('look-only').innerText()).toContain('Look only')
    for (const name of Object.keys(changingInputs) as ChangingCommand[]) {
      expect([name, await codeOf(name)]).toEqual([name, 'look-only'])
    }
    expect(await platform.effects()).toEqual([])
    expect(await marks()).toEqual(['true'])

    // Declined, then confirmed in the system dialog.
    await desk.answerDialogs([1, 0])
    expect(await desk.outcome('environments/set-look-only', { id, lookOnly: false })).toMatchObject({
      error: { code: 'not-confirmed' },
    })
    expect(await codeOf('jobs/start')).toBe('look-only')
    await desk.at('rail-settings').click()
    await desk.at('platform-look-only').click()
    await eventually(async () => (await desk.page.getByTestId('look-only').count()) === 0)
    expect((await desk.dialogMessages())[1]).toContain('North office')
    expect(await marks()).toEqual(['true', 'false'])
    expect(await codeOf('jobs/start')).not.toBe('look-only')
    // Without a dialog.
    await desk.at('platform-look-only').click()
    await desk.at('look-only').waitFor()
    await expect.poll(marks).toEqual(['true', 'false', 'true'])
    expect(await codeOf('jobs/start')).toBe('look-only')
  })

  it('by the policy cannot be changed in the window', async () => {
    const folder = await freshUserData()
    const file = join(folder, 'policy.json')
    const place = { baseUrl: platform.url, userCentreUrl: `${platform.url}/oauth/token` }
    await writeFile(file, JSON.stringify({ platforms: [{ name: 'North', ...place, lookOnly: true }] }), {
      mode: 0o644,
    })
    desk = await startApp({ args: ['--policy-file', file] })
    const id = await connect(false)
    await desk.at('look-only').waitFor()
    for (const name of Object.keys(changingInputs) as ChangingCommand[]) {
      expect([name, await codeOf(name)]).toEqual([name, 'look-only'])
    }
    expect(await desk.outcome('environments/set-look-only', { id, lookOnly: false })).toMatchObject({
      error: { code: 'not-allowed' },
    })
    await desk.at('rail-settings').click()
    await desk.at('platform-look-only').waitFor()
    expect(await desk.at(`platform-${id}`).innerText()).toContain('Managed by your organization.')
  })
})
