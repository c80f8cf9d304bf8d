import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDialogs } from '../crash/support/dialogs'
import { reissuableLocks } from '../crash/support/reissuable-locks'
import { freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { linesOf, runCommand } from '../support/command-line'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { temporaryFolder } from '../support/temporary-folder'
import { trainingKeys } from '../support/training-keys'

const enterpriseGlobalId = '5317046820917364501'
const passphrase = 'correct horse battery'

let service: TestService
let client: ServiceClient
let locks: string[]
let files: Awaited<ReturnType<typeof temporaryFolder>>

/** One of the two computers: its data folder and its open window, which has the vault unlocked. */
interface Computer {
  readonly userData: string
  desk: RunningApp
}
let office: Computer
let counter: Computer

const open = (userData: string) =>
  startApp({
    userData,
    platform: { baseUrl: service.url, userCentreUrl: `${service.url}/oauth/token` },
    environment: trainingKeys,
  })
const startComputer = async (): Promise<Computer> => {
  const userData = await freshUserData()
  const desk = await open(userData)
  await desk.command('settings/change', { language: 'en', chunkSize: 5 })
  await desk.command('enterprises/add', { by: 'id', enterpriseGlobalId, enterpriseName: 'North Bridge' })
  await desk.command('vault/set-passphrase', { passphrase })
  await answerDialogs(desk, 'yes')
  await desk.command('settings/change', { commandLineChanges: true })
  return { userData, desk }
}
const run = async ({ userData }: Computer, ...args: string[]) => {
  const end = await runCommand([...args, '--json'], {
    userData,
    platform: { url: service.url, keys: trainingKeys },
  })
  const lines = linesOf(end)
  return {
    status: end.status,
    lines,
    codes: lines.flatMap((line) => (line.type === 'error' ? [line.code] : [])),
    rows: lines.flatMap((line) =>
      line.type === 'row' || line.type === 'order-row'
        ? [[line.type === 'row' ? line.assetNum : line.key, line.state, line.reason]]
        : [],
    ),
  }
}
const at = (name: string) => join(files.path, name)
const lockedOf = async (numbers: readonly string[]) => {
  const assets = await client.succeed('order.listAssets', { path: { enterpriseGlobalId } })
  const locked = new Set(assets.filter((asset) => asset.locked).map(({ assetNum }) => assetNum))
  return numbers.map((number) => locked.has(number))
}

beforeAll(async () => {
  files = await temporaryFolder()
  service = await startTestService()
  client = await connectTo(service.url)
  locks = (await reissuableLocks(client))
    .filter((lock) => lock.enterpriseGlobalId === enterpriseGlobalId)
    .map(({ assetNum }) => assetNum)
  office = await startComputer()
  counter = await startComputer()
})
afterAll(async () => {
  await Promise.all([office.desk.stop(), counter.desk.stop()])
  await service.stop()
  await files.remove()
  for (const { userData } of [office, counter]) await rm(userData, { recursive: true, force: true })
})

const exchangeKeys = async (from: Computer, to: Computer, name: string) => {
  const exported = await run(from, 'work-order', 'key', '--out', at(name))
  const [key] = exported.lines
  const words = key?.type === 'key' ? key.words.join(' ') : ''
  expect(words.split(' ')).toHaveLength(6)
  expect((await run(to, 'work-order', 'trust', at(name), '--words', words)).status).toBe(0)
}

describe('a work order', () => {
  it('goes from the office to the counter and back', async () => {
    const wanted = locks.splice(0, 8)
    const [first = '', second = '', last = ''] = [wanted[0], wanted[1], wanted[7]]
    const sign = ['work-order', 'sign', 'disable', ...wanted, '--operator', 'Chen Yu', '--yes']
    const before = await client.lastEffect()
    const signed = await run(office, ...sign, '--out', at('a.lockorder'), '--note', 'Returned')
    expect([signed.status, signed.codes]).toEqual([0, []])
    const carryOut = ['disable', '--work-order', at('a.lockorder'), '--operator', 'Li Wei', '--yes']
    expect((await run(counter, ...carryOut)).codes).toEqual(['key-unknown'])
    await exchangeKeys(office, counter, 'office.lockkey')
    expect(await client.effects(before)).toEqual([])

    // Done before by another hand.
    expect((await run(counter, 'disable', second, '--operator', 'Li Wei', '--yes')).status).toBe(0)
    const shown = await run(counter, 'work-order', 'show', at('a.lockorder'))
    expect(shown.rows.filter(([, state]) => state === 'ready')).toHaveLength(7)
    const out = ['--leave-out', last, '--out', at('a.lockresult')]
    const done = await run(counter, ...carryOut, ...out)
    expect([done.status, done.codes]).toEqual([1, []])
    expect(await lockedOf(wanted)).toEqual(wanted.map((number) => number !== last))
    expect(await client.effects(before)).toHaveLength(7)

    // The office trusts the counter's key before it believes the result.
    const compare = ['work-order', 'compare', at('a.lockorder'), at('a.lockresult')]
    expect((await run(office, ...compare)).codes).toEqual(['key-unknown'])
    await exchangeKeys(counter, office, 'counter.lockkey')
    const compared = await run(office, ...compare)
    expect(compared.rows).toEqual([
      [last, 'not-sent', 'left-out'],
      [first, 'completed', null],
      [second, 'skipped', 'already'],
      ...wanted.slice(2, 7).map((number) => [number, 'completed', null]),
    ])

    // Not a second time, in this run and after a restart.
    expect((await run(counter, ...carryOut)).codes).toEqual(['order-used'])
    await counter.desk.stop()
    counter.desk = await open(counter.userData)
    await counter.desk.command('vault/unlock', { passphrase })
    expect((await run(counter, ...carryOut)).codes).toEqual(['order-used'])
    expect(await client.effects(before)).toHaveLength(7)
    const vault = await readFile(join(counter.userData, 'vault.json'), 'utf8')
    expect(vault).toContain('work order key')
    expect((await run(counter, 'journal', 'verify')).status).toBe(0)
  })
})
