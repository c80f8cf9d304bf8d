import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDialogs } from '../crash/support/dialogs'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { linesOf, runCommand } from '../support/command-line'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { temporaryFolder } from '../support/temporary-folder'
import { trainingKeys } from '../support/training-keys'
import { startProgram } from '../work-orders/support/independent-program'
import type { Fields, Program } from '../work-orders/support/independent-program'
import { dropFile } from './support/drop-file'

const enterpriseGlobalId = '5317046820917364501'
const path = { enterpriseGlobalId }

let service: TestService
let client: ServiceClient
let desk: RunningApp
let userData: string
let office: Program
let files: Awaited<ReturnType<typeof temporaryFolder>>

const assets = () => client.succeed('order.listAssets', { path })
const employee = async (keyword: string) => {
  const page = await client.succeed('member.listEmployees', { path, query: { keyword } })
  const [found] = page.list
  if (found === undefined) throw new Error(`no employee ${keyword}`)
  return found
}
const numbers = () => client.succeed('member.listAssetNumbers', { path })
const holdersOf = async (assetNums: readonly string[]) => {
  const held = new Map((await numbers()).map((one) => [one.assetNum, one.cloudAccountGlobalId]))
  return assetNums.map((assetNum) => held.get(assetNum))
}
const freeAssets = async (count: number) => {
  const held = new Map((await numbers()).map((one) => [one.assetNum, one.cloudAccountGlobalId]))
  return (await assets())
    .filter(
      ({ assetNum, locked, grantable, borrowedUsbKey }) =>
        !locked && grantable && !borrowedUsbKey && held.get(assetNum) === null,
    )
    .slice(0, count)
    .map(({ assetNum }) => assetNum)
}
const freeBorrowedLock = async () => {
  const disabled = new Set((await assets()).filter(({ locked }) => locked).map(({ assetNum }) => assetNum))
  const locks = await client.succeed('member.listBorrowedLocks', { path })
  return locks.find((one) => !one.borrowedFlag && !disabled.has(one.assetNum))?.assetNum ?? ''
}

let orderCount = 0
/** A signed file of another program. */
const orderFile = async (
  action: string,
  rows: readonly Fields[],
): Promise<{ file: string; bytes: Buffer }> => {
  orderCount += 1
  const id = `0b7a2f6e-3c7d-4e55-9d0a-${String(orderCount).padStart(12, '0')}`
  const platform = { id: service.url, address: service.url }
  const bytes = office.sign(office.order({ id, platform, enterprises: [enterpriseGlobalId], action, rows }))
  const file = join(files.path, `${orderCount}.lockorder`)
  await writeFile(file, bytes)
  return { file, bytes }
}

/** `people` is what the window’s confirmation says about who is affected; null if it says nothing. */
type CarryOut = (order: { file: string; bytes: Buffer }, people?: string) => Promise<void>

const inWindow: CarryOut = async ({ bytes }, people) => {
  // The result of the order before is not saved.
  if (await desk.at('open-result').isVisible()) {
    await desk.at('close-order').click()
    await desk.at('close-unsaved').click()
  }
  await dropFile(desk, 'a.lockorder', bytes)
  await desk.at('order-row').first().waitFor()
  await eventually(async () => (await desk.at('carry-out').getAttribute('aria-disabled')) === null)
  await desk.at('carry-out').click()
  if (people === undefined) expect(await desk.at('affected').count()).toBe(0)
  else await eventually(async () => (await desk.at('affected').innerText()).includes(people))
  await desk.at('confirm-carry-out').click()
  await desk.at('save-result').waitFor()
  await eventually(async () => (await desk.at('comparison').getAttribute('data-differing')) === '0')
}
const onCommandLine: CarryOut = async ({ file }) => {
  const args = ['work-order', 'run', file, '--operator', 'Li Wei', '--yes', '--json']
  const end = await runCommand(args, { userData, platform: { url: service.url, keys: trainingKeys } })
  const failures = linesOf(end).filter(({ type }) => type === 'error')
  expect([end.status, failures]).toEqual([0, []])
}

beforeAll(async () => {
  files = await temporaryFolder()
  service = await startTestService()
  client = await connectTo(service.url)
  office = startProgram(Date.now() - 60_000)
  userData = await freshUserData()
  desk = await startApp({
    userData,
    platform: { baseUrl: service.url, userCentreUrl: `${service.url}/oauth/token` },
    environment: trainingKeys,
  })
  await answerDialogs(desk, 'yes')
  await desk.command('settings/change', { language: 'en', operatorIdentity: 'Li Wei' })
  await desk.command('enterprises/add', { by: 'id', enterpriseGlobalId, enterpriseName: 'North Bridge' })
  await desk.command('vault/set-passphrase', { passphrase: 'correct horse battery' })
  await desk.command('settings/change', { commandLineChanges: true })
  await desk.command('work-orders/trust', { key: office.key, name: 'Office' })
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
  await files.remove()
  await rm(userData, { recursive: true, force: true })
})

describe.each<[string, CarryOut]>([
  ['in the window', inWindow],
  ['on the command line', onCommandLine],
])('a work order carried out %s', (where, carryOut) => {
  const isWindow = where === 'in the window'
  /** What the result says about an employee: the name, with the key of the row beside it. */
  const namesEmployee = async (key: string, name: string) => {
    if (!isWindow) return
    const text = await desk.at('result-row').first().innerText()
    expect(text).toContain(name)
    expect(text.replaceAll(/\s/g, '')).toContain(key)
  }

  it('assigns and withdraws', async () => {
    const emma = await employee('Emma Clarke')
    const about = { memberGlobalId: emma.globalId, memberName: 'Emma Clarke' }
    const chosen = await freeAssets(3)
    const rows = chosen.map((assetNum) => ({ assetNum, ...about }))
    await carryOut(await orderFile('assign', rows))
    expect(await holdersOf(chosen)).toEqual(chosen.map(() => about.memberGlobalId))
    await namesEmployee('', 'Emma Clarke')
    await carryOut(await orderFile('withdraw', rows), '1 employee')
    expect(await holdersOf(chosen)).toEqual([null, null, null])
  })

  it('edits an employee', async () => {
    const { globalId: memberGlobalId, userName, name, departmentId } = await employee('Emma Clarke')
    const remark = `Carried out ${where}`
    const fields = { userName, name, remark, passwordMobile: '13800138000' }
    const row = { memberGlobalId, memberName: 'Emma Clarke', enterpriseGlobalId, ...fields }
    await carryOut(await orderFile('edit-employee', [row]))
    expect(await employee('Emma Clarke')).toMatchObject({ ...fields, departmentId })
    await namesEmployee(memberGlobalId, 'Emma Clarke')
  })

  it('lends onto a borrowed lock', async () => {
    const emma = await employee('Emma Clarke')
    const memberGlobalId = emma.globalId
    const [asset = ''] = await freeAssets(1)
    await client.succeed('member.assignAssets', {
      path: { memberGlobalId },
      body: { deleteAssets: [], addAssets: [asset] },
    })
    await desk.command('enterprises/refresh')
    const assetNum = await freeBorrowedLock()
    const row = { assetNum, memberGlobalId, memberName: 'Emma Clarke', assets: [asset] }
    await carryOut(await orderFile('lend', [row]), '1 employee')
    const locks = await client.succeed('member.listBorrowedLocks', { path })
    expect(locks.find((one) => one.assetNum === assetNum)?.borrowedFlag).toBe(true)
    await namesEmployee('', 'Emma Clarke')
  })
})
