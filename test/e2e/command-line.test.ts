import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsVersion } from '../../src-main/settings/settings-file'
import { answerDialogs } from '../crash/support/dialogs'
import { startGate } from '../crash/support/gate'
import type { Gate } from '../crash/support/gate'
import { reissuableLocks } from '../crash/support/reissuable-locks'
import { eventually, freshUserData, startApp } from '../support/app'
import { endOf, linesOf, runCommand, startCommand } from '../support/command-line'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { trainingKeys } from '../support/training-keys'

const enterpriseGlobalId = '5317046820917364501'
const change = ['--operator', 'Li Wei', '--yes', '--json']

let service: TestService
let client: ServiceClient
let gate: Gate
let userData: string
/** Re-issuable locks of the registered enterprise; each test takes its own. */
let locks: string[]

const platform = () => ({ url: gate.url, keys: trainingKeys })
const openApp = () =>
  startApp({
    userData,
    platform: { baseUrl: gate.url, userCentreUrl: `${gate.url}/oauth/token` },
    environment: trainingKeys,
  })
const run = (...args: string[]) => runCommand(args, { userData, platform: platform() })
const disabledNow = async () => {
  const assets = await client.succeed('order.listAssets', { path: { enterpriseGlobalId } })
  return new Set(assets.filter(({ locked }) => locked).map(({ assetNum }) => assetNum))
}
const fileOf = async (text: string) => {
  const path = join(userData, 'numbers.csv')
  await writeFile(path, text)
  return path
}
const rowsOf = (end: Awaited<ReturnType<typeof run>>) =>
  linesOf(end).flatMap((line) => (line.type === 'row' ? [line] : []))

beforeAll(async () => {
  service = await startTestService()
  client = await connectTo(service.url)
  gate = await startGate(service.url)
  locks = (await reissuableLocks(client))
    .filter((lock) => lock.enterpriseGlobalId === enterpriseGlobalId)
    .map(({ assetNum }) => assetNum)
  userData = await freshUserData()
  const desk = await openApp()
  await desk.command('settings/change', { language: 'en', chunkSize: 5 })
  await desk.command('enterprises/add', { by: 'id', enterpriseGlobalId, enterpriseName: 'North Bridge' })
  await answerDialogs(desk, 'yes')
  await desk.command('settings/change', { commandLineChanges: true })
  await desk.stop()
})
afterAll(async () => {
  await gate.stop()
  await service.stop()
  await rm(userData, { recursive: true, force: true })
})

describe('the command line', () => {
  it('is carried out by the open app, which alone writes', async () => {
    const desk = await openApp()
    await desk.command('settings/change', { commandLineChanges: false })
    const [number = ''] = locks.splice(0, 1)
    const before = await client.lastEffect()
    const refused = await run('disable', number, ...change)
    expect([refused.status, await client.effects(before)]).toEqual([4, []])

    await answerDialogs(desk, 'yes')
    await desk.command('settings/change', { commandLineChanges: true })
    const done = await run('disable', number, ...change)
    expect(rowsOf(done)).toMatchObject([{ assetNum: number, state: 'completed' }])
    expect(done.status).toBe(0)
    expect((await disabledNow()).has(number)).toBe(true)
    const [job] = await desk.command('jobs/list', { limit: 10 })
    expect(job).toMatchObject({ action: 'disable', operatorIdentity: 'Li Wei', state: 'ended', rows: 1 })
    const other = await runCommand(['jobs', '--json'], {
      userData,
      platform: { url: service.url, keys: trainingKeys },
    })
    expect([other.status, linesOf(other)[0]]).toMatchObject([1, { type: 'error', code: 'other-platform' }])
    await desk.stop()
    expect((await run('journal', 'verify', '--json')).status).toBe(0)
  })

  it('changes the locks of a file and reports each row', async () => {
    const numbers = locks.splice(0, 12)
    const file = await fileOf(
      `Shell number,Name\n${[...numbers, numbers[0] ?? ''].map((n) => `${n},x`).join('\n')}\n`,
    )
    const done = await run('disable', '--file', file, ...change)
    expect(done.status).toBe(0)
    const rows = rowsOf(done)
    expect(rows.filter(({ state }) => state === 'completed').map(({ number }) => number)).toEqual(numbers)
    expect(rows.find(({ state }) => state === 'skipped')).toMatchObject({ reason: 'duplicate', line: 14 })
    const disabled = await disabledNow()
    expect(numbers.filter((number) => !disabled.has(number))).toEqual([])

    // Nothing is sent while one line is wrong; what is not found is reported, and what is done already skipped.
    const before = await client.lastEffect()
    const garbage = await run(
      'enable',
      '--file',
      await fileOf(`${numbers[0] ?? ''}\n\nnonsense\n`),
      ...change,
    )
    expect([garbage.status, rowsOf(garbage)]).toMatchObject([2, [{ number: 'nonsense', line: 3 }]])
    const mixed = await run('disable', numbers[0] ?? '', '8000999999', ...change)
    expect([mixed.status, rowsOf(mixed).map(({ reason }) => reason)]).toEqual([1, ['already', 'not-found']])
    expect(await client.effects(before)).toEqual([])
  })

  it('looks up numbers from standard input in training, and names what is missing', async () => {
    const folder = await freshUserData()
    const found = await runCommand(['lookup', '-'], {
      userData: folder,
      input: '8000000017\r\n8000999999\r\n',
    })
    expect([found.status, found.stdout]).toEqual([
      1,
      expect.stringMatching(/^8000000017 .*\n8000999999 .*\n$/),
    ])
    const missing = await runCommand(['lookup', '8000000017', '--json'], {
      userData,
      platform: { url: gate.url, keys: null },
    })
    expect([missing.status, linesOf(missing)[0]]).toMatchObject([3, { type: 'error' }])
    const usage = await runCommand(['disable', '8000000017', '--yes'], { userData: folder })
    expect([usage.status, usage.stderr]).toEqual([2, expect.stringContaining('--operator')])
    await rm(folder, { recursive: true, force: true })
  })

  it('sends no more after an interruption, and goes on when its output is closed', async () => {
    const numbers = locks.splice(0, 20)
    const file = await fileOf(numbers.join('\n'))
    const held = gate.hold(2, 'after')
    const child = startCommand(['disable', '--file', file, ...change], { userData, platform: platform() })
    const ended = endOf(child)
    const holding = await held
    child.kill('SIGINT')
    holding.pass()
    gate.release()
    const end = await ended
    expect(end.status).toBe(1)
    const rows = rowsOf(end)
    expect(rows).toHaveLength(20)
    const sent = rows.filter(({ state }) => state === 'completed').map(({ number }) => number)
    expect(sent.length).toBeGreaterThan(0)
    expect(rows.filter(({ state }) => state === 'not-sent').length).toBe(20 - sent.length)
    const disabled = await disabledNow()
    expect(numbers.filter((number) => disabled.has(number))).toEqual(sent)

    const deaf = startCommand(['disable', '--file', file, ...change], { userData, platform: platform() })
    deaf.stdout?.destroy()
    deaf.stderr?.resume()
    expect(await once(deaf, 'exit')).toEqual([0, null])
    const all = await disabledNow()
    expect(numbers.filter((number) => !all.has(number))).toEqual([])
  })

  it('waits for another command with the same data folder', async () => {
    const numbers = locks.splice(0, 10)
    const held = gate.hold(1, 'before')
    const first = endOf(
      startCommand(['disable', ...numbers.slice(0, 5), ...change], { userData, platform: platform() }),
    )
    const holding = await held
    const second = endOf(
      startCommand(['disable', ...numbers.slice(5), ...change], { userData, platform: platform() }),
    )
    await eventually(async () => (await disabledNow()).has(numbers[9] ?? ''))
    holding.pass()
    gate.release()
    expect([(await first).status, (await second).status]).toEqual([0, 0])
    const settings = JSON.parse(await readFile(join(userData, 'settings.json'), 'utf8')) as {
      version: number
    }
    expect(settings.version).toBe(settingsVersion)
    expect((await run('journal', 'verify', '--json')).status).toBe(0)
  })
})
