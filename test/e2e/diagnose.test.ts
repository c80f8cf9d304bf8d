import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CheckId, Diagnosis } from '#shared/model/diagnosis'
import { found, unzip } from '../diagnose/support/unzip'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { secondPlatform, startSecondPlatform } from '../support/second-platform'

let desk: RunningApp

const at = (testId: string) => desk.page.getByTestId(testId).first()
const lineOf = (diagnosis: Diagnosis, id: CheckId) => diagnosis.lines.find((line) => line.id === id)
const isDone = async () => {
  const diagnosis = await desk.command('diagnose/read')
  return diagnosis.state === 'done' && diagnosis
}
const whenDone = () => eventually(isDone)

/** As a person at the keyboard gets there, whatever had the focus. */
const openByKeyboard = async (): Promise<Diagnosis> => {
  await at('rail-diagnose').focus()
  await desk.page.keyboard.press('Enter')
  await at('diagnose').waitFor()
  return whenDone()
}

describe('Diagnose in training', () => {
  const canaries = {
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
    await desk.command('register/refresh')
  })
  afterAll(() => desk.stop())

  it('finds everything in order, by keyboard alone', async () => {
    const diagnosis = await openByKeyboard()
    const trouble = diagnosis.lines.filter(
      ({ finding }) => finding?.level === 'problem' || finding?.level === 'warning',
    )
    expect(trouble.map(({ id, finding }) => [id, finding?.code])).toEqual([])
    for (const id of [
      'usb-process',
      'connection',
      'token-order',
      'token-member',
      'sign-in',
      'answers',
      'journal',
      'owner',
      'index',
    ] as const) {
      expect(lineOf(diagnosis, id)?.finding?.level, id).toBe('ok')
    }
    expect(await at('diagnose-summary').innerText()).toMatch(/^Everything/)
    await at('act-owner').focus()
    await desk.page.keyboard.press('Enter')
    await eventually(async () => {
      const again = lineOf(await desk.command('diagnose/read'), 'owner')
      return (again?.checkedAt ?? 0) > (lineOf(diagnosis, 'owner')?.checkedAt ?? 0)
    })
    expect(await desk.page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe(
      'act-owner',
    )
  })

  it('can be used by everyone, in both languages, light and dark', async () => {
    for (const language of ['en', 'zh'] as const) {
      for (const theme of ['light', 'dark'] as const) {
        await desk.command('settings/change', { language, theme })
        await desk.page.waitForFunction(
          ([wanted, tag]) =>
            document.documentElement.dataset['theme'] === wanted &&
            document.documentElement.lang.startsWith(tag ?? ''),
          [theme, language],
        )
        const { violations } = await new AxeBuilder({ page: desk.page }).setLegacyMode().analyze()
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      }
    }
    await desk.command('settings/change', { language: 'en', theme: 'light' })
  })

  it.runIf(process.platform === 'linux')('counts a USB process that was killed', async () => {
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
      (await at('check-usb-process').innerText()).includes('Times since the app opened: 1'),
    )
  })

  it('says what a bundle holds, saves it, and no planted secret is in it', async () => {
    await desk.command('settings/change', {
      operatorIdentity: canaries.operator,
      operators: [canaries.operator, canaries.mobile],
    })
    await desk.command('connect/begin', { id: null })
    await desk.command('connect/save', {
      fields: {
        name: 'Head office',
        baseUrl: `https://127.0.0.1:9/${canaries.path}`,
        userCentreUrl: `https://127.0.0.1:9/${canaries.path}/token`,
        orderAppKey: canaries.key,
        memberAppKey: null,
        userName: canaries.environmentUser,
      },
      secrets: { orderSecret: canaries.secret, memberSecret: null },
      anyway: true,
    })
    const registered = await desk.command('register/list', { from: 0, limit: 1 })
    const [enterprise] = registered.rows
    const enterpriseGlobalId = enterprise?.enterpriseGlobalId ?? ''
    const employees = await eventually(async () => {
      const { rows } = await desk.command('employees/list', { enterpriseGlobalId, from: 0, limit: 5 })
      return rows.length > 0 && rows
    })
    const locks = (await desk.command('locks/list')).flatMap(({ reading }) =>
      reading.state === 'read' ? [reading.shellNumber as string] : [],
    )
    const people = employees.flatMap(({ name, userName, passwordMobile }) =>
      [name, userName, passwordMobile].filter((one): one is string => one !== null && one.length > 2),
    )
    const secrets = [
      ...Object.values(canaries).filter((one) => one !== canaries.path),
      ...people,
      ...locks,
      enterprise?.enterpriseName ?? 'none',
      enterpriseGlobalId,
    ]
    expect(people.length).toBeGreaterThan(0)
    expect(locks.length).toBeGreaterThan(0)
    const log = join(desk.userData, 'logs', 'main.log')
    const line = (text: string) => `[2026-11-21 14:30:01.123] [error] ${text}\n`
    // A home is told by the folder that it stands in; as a bare word it is nobody's.
    const words = [...secrets, canaries.path].filter((one) => one !== canaries.home)
    for (const one of words) {
      await appendFile(
        log,
        line(`GET https://x:y@p.example/${canaries.path}?token=${encodeURIComponent(one)} failed`),
      )
      if (one === canaries.path) continue
      await appendFile(
        log,
        line(`open '/home/${canaries.home}/${one}' failed {"person":${JSON.stringify(one)}}`),
      )
      await appendFile(
        log,
        line(`${one} ${Buffer.from(one).toString('base64')} ${Buffer.from(one).toString('hex')}`),
      )
      await appendFile(log, `${one}\n`)
    }
    const crashes = await desk.app.evaluate(({ app }) => app.getPath('crashDumps'))
    await mkdir(crashes, { recursive: true })
    const dump = join(crashes, `${canaries.home}.dmp`)
    await appendFile(dump, secrets.join('\n'))

    const target = join(desk.saves, 'for-support.zip')
    await desk.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, target)
    await at('save-bundle').focus()
    await desk.page.keyboard.press('Enter')
    await at('manifest').waitFor()
    expect(await at('manifest').innerText()).toMatch(/report\.json[^]*Keys, secrets, passwords and tokens/)
    await at('bundle-save').focus()
    await desk.page.keyboard.press('Enter')
    await eventually(async () => (await at('bundle-said').innerText()).includes('for-support.zip'))
    const files = await unzip(await readFile(target))
    await rm(dump)
    expect([...files.keys()]).toContain('logs/main.log')
    expect(files.get('report.txt')?.toString()).toMatch(
      /USB program: It ended by itself[^]*\[usb-process: usb-restarted\]/,
    )
    expect(found(files, [...secrets, canaries.path])).toEqual([])
    await desk.page.keyboard.press('Escape')
    await at('manifest').waitFor({ state: 'detached' })
  })
})

describe('Diagnose with a platform that went away', () => {
  let userData = ''
  afterEach(async () => {
    await desk.stop()
    await rm(userData, { recursive: true, force: true })
  })

  it('names the step, the cause and one thing to do, and is reached from where the failure shows', async () => {
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
    await at('offline-platform').getByTestId('diagnose-door').click()
    await at('diagnose').waitFor()
    const diagnosis = await whenDone()
    expect(lineOf(diagnosis, 'connection')?.finding).toMatchObject({
      level: 'problem',
      code: 'way-trouble',
      facts: { trouble: 'connection-refused' },
    })
    expect(await at('check-connection').innerText()).toMatch(
      /Nobody answers at 127\.0\.0\.1:\d+\. Check the address/,
    )
    expect(lineOf(diagnosis, 'answers')?.finding?.code).toBe('skipped')
    expect(lineOf(diagnosis, 'failures')?.finding?.code).toBe('failures-recent')
    expect(await at('diagnose-summary').innerText()).toMatch(/not work/)
    await at('act-connection').focus()
    await desk.page.keyboard.press('Enter')
    await desk.page.waitForURL(/#\/settings#environments$/)
  })
})
