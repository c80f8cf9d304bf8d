import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CheckId, Diagnosis } from '#shared/model/app/diagnosis'
import { found, unzip } from '../diagnose/support/unzip'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { secondPlatform, startSecondPlatform } from '../support/second-platform'
import { steps } from '../support/steps'
import { axeViolations } from './support/axe'

let desk: RunningApp

const lineOf = (diagnosis: Diagnosis, id: CheckId) => diagnosis.lines.find((line) => line.id === id)
const isDone = async () => {
  const diagnosis = await desk.command('diagnose/read')
  return diagnosis.state === 'done' && diagnosis
}
const whenDone = () => eventually(isDone)

/** Opens the page by keyboard, independent of the focus. */
const openByKeyboard = async (): Promise<Diagnosis> => {
  await desk.at('rail-diagnose').focus()
  await desk.press('Enter')
  await desk.at('diagnose').waitFor()
  return whenDone()
}

describe('diagnostics in training', () => {
  const step = steps()
  const privateValues = {
    operator: 'Canary Operator',
    chinese: '金丝雀员工',
    mobile: '13800138000',
    mail: 'canary.employee@mail.example',
    environmentUser: 'canary.signin',
    secret: 'canary-order-secret & more',
    key: 'canary-order-key',
    path: 'canary-path',
    token: 'cAn4ryAccessT0ken77Zk2Lq81xWvB0RtYcU7Aq',
    home: 'canaryhome',
  }

  beforeAll(async () => {
    desk = await startApp()
    await desk.command('settings/change', { language: 'en', theme: 'light', sound: false })
    await eventually(async () => (await desk.command('platform/status')).state === 'reachable', 90_000)
    await desk.command('enterprises/refresh')
  })
  afterAll(() => desk.stop())

  step('find no problem, by keyboard', async () => {
    const diagnosis = await openByKeyboard()
    const problems = diagnosis.lines.filter(
      ({ finding }) => finding?.level === 'problem' || finding?.level === 'warning',
    )
    expect(problems.map(({ id, finding }) => [id, finding?.code])).toEqual([])
    for (const id of [
      'usb-process',
      'connection',
      'token-order',
      'token-member',
      'sign-in',
      'requests',
      'journal',
      'owner',
      'index',
    ] as const) {
      expect(lineOf(diagnosis, id)?.finding?.level, id).toBe('ok')
    }
    await expect.poll(() => desk.at('diagnose-summary').innerText()).toMatch(/^No problems/)
    await desk.at('act-owner').focus()
    await desk.press('Enter')
    await eventually(async () => {
      const again = lineOf(await desk.command('diagnose/read'), 'owner')
      return (again?.checkedAt ?? 0) > (lineOf(diagnosis, 'owner')?.checkedAt ?? 0)
    })
    await expect
      .poll(() => desk.page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .toBe('act-owner')
  })

  step('are accessible, in both languages, light and dark', async () => {
    for (const language of ['en', 'zh'] as const) {
      for (const theme of ['light', 'dark'] as const) {
        await desk.setAppearance({ language, theme })
        expect(await axeViolations(desk.page)).toEqual([])
      }
    }
    await desk.command('settings/change', { language: 'en', theme: 'light' })
  })

  const linuxStep = process.platform === 'linux' ? step : it.skip
  linuxStep('count a killed USB process', async () => {
    const pid = await desk.app.evaluate(
      ({ app }) => app.getAppMetrics().find(({ name }) => name === 'Lock Desk USB')?.pid,
    )
    process.kill(pid ?? 0, 'SIGKILL')
    const line = await eventually(async () => {
      await desk.command('diagnose/start', { only: ['usb-process'] })
      const now = lineOf(await whenDone(), 'usb-process')
      return now?.finding?.code === 'usb-restarted' && now
    })
    expect(line.finding).toMatchObject({ level: 'note', facts: { restarts: 1 } })
    await eventually(async () =>
      (await desk.at('check-usb-process').innerText()).includes('Restarts: 1, last'),
    )
  })

  step('list the content of a support bundle and save it without planted secrets', async () => {
    await desk.command('settings/change', {
      operatorIdentity: privateValues.operator,
      operators: [privateValues.operator, privateValues.mobile],
    })
    await desk.answerDialogs(0)
    await desk.command('connect/begin', { id: null })
    await desk.command('connect/save', {
      fields: {
        name: 'Head office',
        baseUrl: `https://127.0.0.1:9/${privateValues.path}`,
        userCentreUrl: `https://127.0.0.1:9/${privateValues.path}/token`,
        orderAppKey: privateValues.key,
        memberAppKey: null,
        userName: privateValues.environmentUser,
      },
      secrets: { orderSecret: privateValues.secret, memberSecret: null },
      anyway: true,
    })
    const registered = await desk.command('enterprises/list', { from: 0, limit: 1 })
    const [enterprise] = registered.rows
    const enterpriseGlobalId = enterprise?.enterpriseGlobalId ?? ''
    const employees = await eventually(async () => {
      const { rows } = await desk.command('employees/list', { enterpriseGlobalId, from: 0, limit: 5 })
      return rows.length > 0 && rows
    })
    const locks = (await desk.command('locks/list')).flatMap(({ reading }) =>
      reading.state === 'read' ? [reading.shellNumber as string] : [],
    )
    const privateNames = employees.flatMap(({ name, userName, passwordMobile }) =>
      [name, userName, passwordMobile].filter((one): one is string => one !== null && one.length > 2),
    )
    const secrets = [
      ...Object.values(privateValues).filter((one) => one !== privateValues.path),
      ...privateNames,
      ...locks,
      enterprise?.enterpriseName ?? 'none',
      enterpriseGlobalId,
    ]
    expect(privateNames.length).toBeGreaterThan(0)
    expect(locks.length).toBeGreaterThan(0)
    const log = join(desk.userData, 'logs', 'main.log')
    const line = (text: string) => `[2026-11-21 14:30:01.123] [error] ${text}\n`
    // A home folder is recognized by its path; as a bare word it is no secret.
    const words = [...secrets, privateValues.path].filter((one) => one !== privateValues.home)
    for (const one of words) {
      await appendFile(
        log,
        line(`GET https://x:y@p.example/${privateValues.path}?token=${encodeURIComponent(one)} failed`),
      )
      if (one === privateValues.path) continue
      await appendFile(
        log,
        line(`open '/home/${privateValues.home}/${one}' failed {"person":${JSON.stringify(one)}}`),
      )
      await appendFile(
        log,
        line(`${one} ${Buffer.from(one).toString('base64')} ${Buffer.from(one).toString('hex')}`),
      )
      await appendFile(log, `${one}\n`)
    }
    const crashes = await desk.app.evaluate(({ app }) => app.getPath('crashDumps'))
    await mkdir(crashes, { recursive: true })
    const dump = join(crashes, `${privateValues.home}.dmp`)
    await appendFile(dump, secrets.join('\n'))

    const target = join(desk.saves, 'for-support.zip')
    await desk.chooseFile(target)
    await desk.at('save-bundle').focus()
    await desk.press('Enter')
    await desk.at('manifest').waitFor()
    await expect
      .poll(() => desk.at('manifest').innerText())
      .toMatch(/report\.json[^]*App keys, app secrets, passwords and tokens/)
    await desk.at('bundle-save').focus()
    await desk.press('Enter')
    await eventually(async () => (await desk.at('bundle-message').innerText()).includes('for-support.zip'))
    const files = await unzip(await readFile(target))
    await rm(dump)
    expect([...files.keys()]).toContain('logs/main.log')
    expect(files.get('report.txt')?.toString()).toMatch(
      /USB process: Restarted after a crash[^]*\[usb-process: usb-restarted\]/,
    )
    expect(found(files, [...secrets, privateValues.path])).toEqual([])
    await desk.press('Escape')
    await desk.at('manifest').waitFor({ state: 'detached' })
  })
})

describe('diagnostics with an unreachable platform', () => {
  let userData = ''
  afterEach(async () => {
    await desk.stop()
    await rm(userData, { recursive: true, force: true })
  })

  it('name the step, the cause and one action, and are linked from the failure', async () => {
    const platform = await startSecondPlatform()
    userData = await freshUserData()
    desk = await startApp({
      userData,
      platform: { baseUrl: platform.url, userCentreUrl: `${platform.url}/oauth/token` },
      environment: {
        LOCK_DESK_APP_KEY: secondPlatform.key,
        LOCK_DESK_APP_SECRET: secondPlatform.secret,
        LOCK_DESK_USER: secondPlatform.user,
        LOCK_DESK_PASSWORD: secondPlatform.password,
      },
    })
    await desk.command('settings/change', { language: 'en' })
    await eventually(async () => (await desk.command('platform/check')).state === 'reachable')
    await platform.stop()
    await eventually(async () => (await desk.command('platform/check')).state === 'unreachable')
    await desk.at('chip-offline').click()
    await desk.at('offline-platform').getByTestId('open-diagnostics').click()
    await desk.at('diagnose').waitFor()
    const diagnosis = await whenDone()
    expect(lineOf(diagnosis, 'connection')?.finding).toMatchObject({
      level: 'problem',
      code: 'connection-problem',
      facts: { problem: 'connection-refused' },
    })
    await expect
      .poll(() => desk.at('check-connection').innerText())
      .toMatch(/127\.0\.0\.1:\d+ refused the connection\. Check the address/)
    expect(lineOf(diagnosis, 'requests')?.finding?.code).toBe('skipped')
    expect(lineOf(diagnosis, 'failures')?.finding?.code).toBe('failures-recent')
    await expect.poll(() => desk.at('diagnose-summary').innerText()).toMatch(/problem/)
    await desk.at('act-connection').focus()
    await desk.press('Enter')
    await desk.page.waitForURL(/#\/settings#environments$/)
  })
})
