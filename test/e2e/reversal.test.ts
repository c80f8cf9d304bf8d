import { beforeAll, describe, expect, it } from 'vitest'
import type { CommandInput } from '#shared/bridge/commands'
import { eventually } from '../support/app'
import { steps } from '../support/steps'
import { appOnService } from './support/app-on-service'
import { appearances, axeViolations } from './support/axe'
import { signList } from './support/sign-list'

const { serviceClient, desk } = appOnService({ settings: { theme: 'light' } })

let enterpriseGlobalId: string
let numbers: readonly string[]
const assets = () => serviceClient.succeed('order.listAssets', { path: { enterpriseGlobalId } })
const isLocked = async (assetNum: string) =>
  (await assets()).find((asset) => asset.assetNum === assetNum)?.locked
const holderOf = async (assetNum: string) => {
  const all = await serviceClient.succeed('member.listAssetNumbers', { path: { enterpriseGlobalId } })
  return all.find((asset) => asset.assetNum === assetNum)?.cloudAccountGlobalId ?? null
}
const runJob = async (request: CommandInput<'jobs/start'>) => {
  const { jobId } = await desk.command('jobs/start', request)
  await eventually(async () => (await desk.command('jobs/read', { jobId })).job.state === 'ended')
  return jobId
}
const about = { operatorIdentity: 'Li Wei', retryOf: null }

beforeAll(async () => {
  const { rows } = await desk.command('enterprises/list', { from: 0, limit: 1 })
  enterpriseGlobalId = rows[0]?.enterpriseGlobalId ?? ''
  numbers = (await assets())
    .filter(({ licenseType, locked }) => licenseType.startsWith('normal_recover') && !locked)
    .map(({ assetNum }) => assetNum)
    .slice(0, 4)
  expect(numbers).toHaveLength(4)
})
/** Opens the newest entry, which has this text. */
const openEntry = async (text: string) => {
  await desk.at('rail-journal').click()
  const row = desk.page.getByTestId('journal-row').first()
  await expect.poll(() => row.innerText()).toContain(text)
  await row.click()
  await desk.at('entry-details').waitFor()
}

describe('a job of locks is reversed', () => {
  const step = steps()
  let jobId: string
  step('holds back what others changed since, and opens the rest as a list', async () => {
    jobId = await runJob({
      ...about,
      action: 'disable',
      rows: numbers.map((assetNum) => ({ assetNum, shellNumber: null, enterpriseGlobalId, plugId: null })),
    })
    const [others = ''] = numbers
    await serviceClient.succeed('order.unlockAssets', {
      body: { assetNums: [others], operatorIdentity: 'Zhao Min' },
    })
    await openEntry('Disable')
    await desk.at('reverse-entry').click()
    await expect.poll(() => desk.at('reversal').getAttribute('data-state')).toBe('planned')
    await desk.at('reversal-scope-job').check({ force: true })
    await eventually(async () => (await desk.at('reversal-ready').getAttribute('data-count')) === '3')
    expect(await desk.at('reversal-held').getAttribute('data-count')).toBe('1')
    const text = await desk.at('reversal').innerText()
    expect(text).toContain(others)
    expect(text).toContain('Changed elsewhere since.')
    expect(await axeViolations(desk.page)).toEqual([])
    const before = await serviceClient.lastEffect()
    await desk.at('open-reversal').click()
    await desk.waitForLookup()
    await expect.poll(() => desk.chips('list')).toEqual({ ready: 3 })
    // The reversed job can be left to another computer.
    expect(await signList(desk)).toEqual({ action: 'enable', numbers: numbers.slice(1).sort() })
    expect(await serviceClient.effects(before)).toEqual([])
    await desk.at('run-list').click()
    await desk.at('confirm-list').click()
    await eventually(async () => (await isLocked(numbers[3] ?? '')) === false)
    await eventually(async () => {
      const states = await Promise.all(numbers.map(isLocked))
      return states.every((locked) => locked === false)
    })
    const effects = await serviceClient.effects(before)
    expect(effects.map(({ operation, target }) => [operation, target]).sort()).toEqual(
      numbers
        .slice(1)
        .map((assetNum) => ['order.unlockAssets', assetNum])
        .sort(),
    )
  })

  step('is linked with its reversal in the activity log, and is not reversed twice', async () => {
    const jobs = await desk.command('jobs/list', { limit: 10 })
    const [reversal] = jobs
    const { rows } = await desk.command('jobs/read', { jobId: reversal?.jobId ?? '' })
    expect(rows.map(({ reverses }) => reverses)).toEqual([jobId, jobId, jobId])
    await openEntry('Enable')
    await desk.at('entry-reverses').click()
    await desk.at('entry-reversed-by').waitFor()
    await desk.at('reverse-entry').click()
    await eventually(async () => (await desk.at('reversal-ready').getAttribute('data-count')) === '0')
    await desk.press('Escape')
  })

  step('has no axe violations', async () => {
    for (const look of appearances) {
      await desk.setAppearance(look)
      await desk.at('reverse-entry').click()
      await desk.at('reversal-ready').waitFor()
      expect(await axeViolations(desk.page)).toEqual([])
      await desk.press('Escape')
    }
    await desk.setAppearance({ language: 'en', theme: 'light' })
  })
})

describe('other changes are reversed', () => {
  it('an assignment goes back through its confirmation', async () => {
    const { list } = await serviceClient.succeed('member.listEmployees', {
      path: { enterpriseGlobalId },
      query: { pageNum: 1, pageSize: 2 },
    })
    const [employee] = list
    const memberGlobalId = employee?.globalId ?? ''
    const free = await serviceClient.succeed('member.listAssetNumbers', { path: { enterpriseGlobalId } })
    const assetNum =
      free.find(({ cloudAccountGlobalId, borrowedFlag }) => cloudAccountGlobalId === null && !borrowedFlag)
        ?.assetNum ?? ''
    const jobId = await runJob({
      ...about,
      action: 'assign',
      rows: [
        {
          enterpriseGlobalId,
          memberGlobalId,
          memberName: employee?.name ?? 'employee',
          deleteAssets: [],
          addAssets: [assetNum],
        },
      ],
    })
    expect(await holderOf(assetNum)).toBe(memberGlobalId)
    await openEntry('Assets changed')
    await desk.at('reverse-entry').click()
    await desk.at('open-reversal').click()
    await desk.at('confirm-assign').click()
    await eventually(async () => (await holderOf(assetNum)) === null)
    const [reversal] = await desk.command('jobs/list', { limit: 1 })
    const { rows } = await desk.command('jobs/read', { jobId: reversal?.jobId ?? '' })
    expect(rows.map(({ reverses }) => reverses)).toEqual([jobId])
    await desk.press('Escape')
  })

  it('an edited employee gets the former values, which this computer set before', async () => {
    const { list } = await serviceClient.succeed('member.listEmployees', {
      path: { enterpriseGlobalId },
      query: { pageNum: 1, pageSize: 5 },
    })
    const [employee] = list
    if (employee === undefined) throw new Error('no employee')
    const edited = (name: string) => ({
      ...about,
      action: 'edit-employee' as const,
      rows: [
        {
          enterpriseGlobalId,
          memberGlobalId: employee.globalId,
          memberName: name,
          userName: employee.userName,
          departmentId: String(employee.departmentId),
          name,
          remark: '',
          passwordMobile: '13800001111',
        },
      ],
    })
    const nameNow = async () => {
      const { list: again } = await serviceClient.succeed('member.listEmployees', {
        path: { enterpriseGlobalId },
        query: { pageNum: 1, pageSize: 5 },
      })
      return again.find(({ globalId }) => globalId === employee.globalId)?.name
    }
    await runJob(edited('Former Name'))
    await runJob(edited('Wrong Name'))
    expect(await nameNow()).toBe('Wrong Name')
    // The page may not have the second change yet.
    await openEntry('Wrong Name')
    await desk.at('reverse-entry').click()
    await desk.at('open-reversal').click()
    await desk.at('confirm-reversal').click()
    await eventually(async () => (await nameNow()) === 'Former Name')
    await expect.poll(() => desk.at('success-text').innerText()).toBe('Former values restored')
  })
})
