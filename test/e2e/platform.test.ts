import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { eventually, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { envelope, refusal, startPlatformDouble } from '../support/platform-double'
import type { Answer, SeenRequest } from '../support/platform-double'
import { changeLock } from '../support/change-lock'

type Double = Awaited<ReturnType<typeof startPlatformDouble>>

const number = '8000000017' as ShellNumber
const canary = 'c4n4ry'
const secrets = {
  LOCK_DESK_APP_KEY: 'desk-app',
  LOCK_DESK_APP_SECRET: `${canary}-application-secret`,
  LOCK_DESK_USER: 'li.wei',
  LOCK_DESK_PASSWORD: `${canary}-password`,
}

/**
 * A platform with nonstandard responses: IDs as 19-digit numbers, seconds, "0", 299 and 0, missing and
 * additional fields.
 */
const unreliablePlatform = () => {
  let locked = false
  const seen: string[] = []
  let onLock: (() => Answer) | null = null
  const respond = ({ path, body }: SeenRequest): Answer => {
    if (path.endsWith('/E-1/list')) {
      return {
        status: 299,
        body: `{"code":"0","message":"ok","trace":"x","data":[{"id":1234567890123456789,"assetNum":"GX-${number}","keyShellNumber":"${number}","licenseType":"a_type_of_tomorrow","keyChipType":2,"locked":${String(locked)},"limitEndTime":1900000000,"novelty":{"deep":1}}]}`,
      }
    }
    if (path.endsWith('/asset/lock') || path.endsWith('/asset/unlock')) {
      seen.push(`${path.split('/').at(-1) ?? ''} ${body}`)
      locked = path.endsWith('/asset/lock')
      if (onLock !== null) return onLock()
      const { assetNums } = JSON.parse(body) as { assetNums: string[] }
      return {
        body: JSON.stringify({ code: '0', data: assetNums.map((assetNum) => ({ assetNum, status: 1 })) }),
      }
    }
    if (path.endsWith('/members')) return envelope({ list: [] })
    return path.endsWith('/assetNums') || path.endsWith('/borrowUsbKeys') ? envelope([]) : refusal('60017')
  }
  return {
    behave: respond,
    seen,
    answerLocksWith: (answer: (() => Answer) | null) => {
      onLock = answer
    },
  }
}

let double: Double
let platform: ReturnType<typeof unreliablePlatform>
let desk: RunningApp

const begin = async () => {
  platform = unreliablePlatform()
  double = await startPlatformDouble(platform.behave)
  double.answerTokensWith((fields) => ({
    body: JSON.stringify({
      access_token: `${canary}-${fields.get('grant_type') ?? ''}-token`,
      refresh_token: `${canary}-refresh-token`,
    }),
  }))
  desk = await startApp({ platform: double, environment: secrets })
  await desk.command('enterprises/add', { by: 'id', enterpriseGlobalId: 'E-1', enterpriseName: '北桥' })
}

const plugged = (shellNumber = number): Promise<PluggedLock> =>
  eventually(async () =>
    (await desk.command('locks/list')).find(
      ({ reading }) => reading.state === 'read' && reading.shellNumber === shellNumber,
    ),
  )

const ask = (plugId: string, action: 'disable' | 'enable' = 'disable') =>
  changeLock(desk, {
    action,
    assetNum: `GX-${number}`,
    shellNumber: number,
    enterpriseGlobalId: 'E-1',
    operatorIdentity: 'Li Wei',
    plugId,
  })

const change = async (action: 'disable' | 'enable' = 'disable') => ask((await plugged()).plugId, action)

afterEach(async () => {
  await desk.stop()
  await double.stop()
})

/** Every byte of every file below a folder. */
const readAllFiles = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1').catch(() => '')),
  )
  return texts.join('\n')
}

describe('the app on a platform with nonstandard responses', () => {
  it('reads a plugged lock’s record and disables it by the record’s asset number', async () => {
    await begin()
    await plugged()
    const found = await desk.command('locks/look-up', { number, freshness: 'fresh' })
    expect(found).toMatchObject({
      state: 'found',
      record: {
        assetNum: `GX-${number}`,
        assetId: '1234567890123456789',
        limitEnd: 1_900_000_000_000,
        locked: false,
        enterpriseName: '北桥',
      },
    })
    expect(await change()).toMatchObject({ state: 'done' })
    expect(platform.seen).toEqual([`lock {"assetNums":["GX-${number}"],"operatorIdentity":"Li Wei"}`])
  })

  it('stores no plain-text token or secret on disk, in a log or in the page', async () => {
    await begin()
    await change()
    await desk.command('journal/recent', { limit: 10 })
    const page = await desk.page.evaluate(async () => {
      const { commands } = (
        window as unknown as { lockDesk: { commands: Record<string, (i?: unknown) => Promise<unknown>> } }
      ).lockDesk
      const answers = []
      for (const name of ['app/describe', 'settings/read', 'platform/status', 'locks/list']) {
        answers.push(await commands[name]?.())
      }
      answers.push(await commands['enterprises/list']?.({ from: 0, limit: 100 }))
      return JSON.stringify(answers) + document.documentElement.outerHTML
    })
    expect(page).not.toContain(canary)
    expect(desk.output()).not.toContain(canary)
    // Chromium passes main's environment to its child processes.
    expect(await desk.app.evaluate(() => JSON.stringify(process.env))).not.toContain(canary)
    const disk = await readAllFiles(desk.userData)
    expect(disk).toContain(`GX-${number}`)
    expect(disk).not.toContain(canary)
  })

  it('reports a change with a lost response as unconfirmed, sends it once, and finds it applied', async () => {
    await begin()
    platform.answerLocksWith(() => 'cut')
    const entry = await change()
    expect(entry).toMatchObject({
      state: 'unknown',
      reason: { kind: 'platform', failure: { changed: 'unknown' } },
    })
    expect(await desk.command('changes/check-results', { entryIds: [entry.entryId] })).toMatchObject([
      { entry: { state: 'done', reason: { kind: 'read-back-applied' } } },
    ])
    expect(platform.seen).toHaveLength(1)
  })

  it('reports that nothing was sent to an unreachable platform, also in the status', async () => {
    await begin()
    await change()
    await double.stop()
    expect(await change('enable')).toMatchObject({
      state: 'not-sent',
      reason: { kind: 'platform', failure: { code: 'unreachable', changed: 'no' } },
    })
    expect(await desk.command('platform/status')).toMatchObject({ state: 'unreachable' })
    double = await startPlatformDouble(platform.behave)
  })

  it('sends nothing for a lock that was unplugged, swapped or unreadable', async () => {
    await begin()
    const lock = await plugged()
    const [simulator] = (await desk.command('simulator/list')).filter(
      ({ shellNumber }) => shellNumber === number,
    )
    if (simulator === undefined) throw new Error('no such simulated lock')
    await desk.command('simulator/act', { trayId: simulator.trayId, gesture: 'make-busy' })
    expect(await ask(lock.plugId)).toMatchObject({ state: 'not-sent' })
    await desk.command('simulator/act', { trayId: simulator.trayId, gesture: 'make-well' })
    await desk.command('simulator/act', { trayId: simulator.trayId, gesture: 'swap' })
    expect(await ask(lock.plugId)).toMatchObject({ state: 'not-sent' })
    expect(platform.seen).toEqual([])
  })
})
