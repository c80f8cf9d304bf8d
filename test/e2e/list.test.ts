import { beforeAll, describe, expect, it } from 'vitest'
import { statesOf } from '#shared/model/locks/lock-record'
import { eventually } from '../support/app'
import { steps } from '../support/steps'
import { appOnService } from './support/app-on-service'

const northBridge = '5317046820917364501'
const riverside = '5520871346290018733'
const malformed = [
  '80000OO102',
  '800000001',
  '80000000170',
  '7000000017',
  '8.00E+09',
  'LD-?',
  '8000000017.00',
]
const unknown = ['8999999901', '8999999902', '6999999903']

const { serviceClient, desk } = appOnService({
  register: ['northBridge', 'riverside'],
  settings: { chunkSize: 50 },
})

beforeAll(async () => {
  await desk.answerDialogs(0)
})

const assetsOf = async (enterpriseGlobalId: string) => {
  const assets = await serviceClient.succeed('order.listAssets', { path: { enterpriseGlobalId } })
  return assets.map(({ keyShellNumber, assetNum, licenseType, locked }) => ({
    number: keyShellNumber,
    assetNum,
    isReissuable: licenseType.startsWith('normal_recover'),
    locked,
  }))
}
type Asset = Awaited<ReturnType<typeof assetsOf>>[number]
const lockedTargets = async (after: number, operation = 'order.lockAssets') =>
  (await serviceClient.effects(after)).flatMap((effect) =>
    effect.operation === operation ? [effect.target] : [],
  )

const rowsOf = (groups: Readonly<Record<string, readonly string[]>>): string[] => {
  // One of each kind in turn, so that the kinds are mixed.
  const left = Object.values(groups).map((group) => [...group])
  const rows: string[] = []
  while (left.some((group) => group.length > 0)) {
    for (const group of left) rows.push(...group.splice(0, 1))
  }
  return rows
}

describe('a pasted list of 300', () => {
  const step = steps()
  let ready: Asset[] = []
  let others: Asset[] = []

  step('gives each row a result before anything is sent', async () => {
    const north = await assetsOf(northBridge)
    const river = await assetsOf(riverside)
    const enabled = north.filter(({ isReissuable, locked }) => isReissuable && !locked)
    const disabled = north.filter(({ isReissuable, locked }) => isReissuable && locked).slice(0, 12)
    const wrongType = north.filter(({ isReissuable, locked }) => !isReissuable && !locked).slice(0, 15)
    others = river.filter(({ isReissuable, locked }) => isReissuable && !locked).slice(0, 8)
    const rest =
      300 - malformed.length - unknown.length - disabled.length - wrongType.length - others.length - 6
    ready = enabled.slice(0, rest)
    expect(ready).toHaveLength(rest)
    const numbers = (assets: readonly Asset[]) => assets.map(({ number }) => number)
    const repeated = numbers(ready).slice(0, 6)
    const rows = rowsOf({
      ready: numbers(ready),
      disabled: numbers(disabled),
      wrongType: numbers(wrongType),
      others: numbers(others),
      malformed,
      unknown,
    })
    const before = (await serviceClient.effects(0)).length

    await desk.chooseAction('disable')
    await desk.at('list-empty').waitFor()
    await desk.paste(['Shell number', ...rows, ...repeated].join('\r\n'))
    await desk.waitForLookup()
    await expect
      .poll(() => desk.chips('list'))
      .toEqual({
        ready: rest,
        malformed: malformed.length,
        repeated: 6,
        'no-record': unknown.length,
        already: disabled.length,
        'wrong-type': wrongType.length,
        'other-enterprise': others.length,
      })
    await expect.poll(() => desk.at('run-list').innerText()).toBe(`Disable ${String(rest)} locks`)
    expect(await serviceClient.effects(0)).toHaveLength(before)
  })

  step('allows selecting numbers that were not found after a second search', async () => {
    await desk.at('chip-no-record').click()
    await desk.at('check-again').click()
    await desk.waitForLookup()
    const boxes = desk.page.getByTestId('list-table').getByTestId('table-row').locator('input[type=checkbox]')
    await eventually(async () => (await boxes.filter({ visible: true }).count()) === unknown.length)
    await boxes.first().click()
    // The chosen chip shows none of the others.
    await expect
      .poll(() => desk.at('run-list').innerText())
      .toBe(`Disable ${String(ready.length + 1)} locks (${String(ready.length)} not shown)`)
    await desk.at('chip-all').click()
    await expect.poll(() => desk.at('run-list').innerText()).toBe(`Disable ${String(ready.length + 1)} locks`)
  })

  step('repeats the facts, and sends nothing when the system dialog is canceled', async () => {
    const effects = await serviceClient.effects(0)
    await desk.answerDialogs(1)
    await desk.at('run-list').click()
    const text = () => desk.at('dialog').innerText()
    await expect.poll(text).toContain(`Disable ${String(ready.length + 1)} locks`)
    // The counts below the title add up to its count.
    await expect
      .poll(async () => {
        const counts = await desk.at('list-customers').locator('.count').allInnerTexts()
        return counts.map((count) => Number.parseInt(count, 10))
      })
      .toEqual([ready.length, 1])
    await expect.poll(text).toContain('1 not found')
    // Both confirmations say the same of the people.
    await expect.poll(() => desk.at('affected').innerText()).toMatch(/^At least \d+ employees?, .*loan/)
    const [people = ''] = (await desk.at('affected').innerText()).split('\n')
    await desk.at('confirm-list').click()
    await desk.at('not-confirmed').waitFor()
    expect((await desk.dialogMessages()).length).toBe(1)
    expect((await desk.dialogMessages())[0]).toContain(people)
    expect(await serviceClient.effects(0)).toHaveLength(effects.length)
    // The confirmation is open again, unchanged.
    await expect
      .poll(() => desk.at('dialog').innerText())
      .toContain(`Disable ${String(ready.length + 1)} locks`)
    await desk.press('Escape')
    await desk.at('dialog').waitFor({ state: 'detached' })
    await desk.page.waitForFunction(() => document.documentElement.dataset['resting'] === undefined)
    await desk.answerDialogs(0)
  })

  step(
    'stops after its first row, is carried out once for each selected row, and reports failed rows',
    async () => {
      const after = await serviceClient.lastEffect()
      // The first request is rejected; the number that was not found is rejected by the platform itself.
      await serviceClient.fault({ operation: 'order.lockAssets', fault: 'code', code: '13004', times: 1 })
      await desk.at('run-list').click()
      await desk.at('confirm-list').click()
      await expect.poll(() => desk.at('job-paused').innerText()).toContain('The first lock failed.')
      expect(await lockedTargets(after)).toEqual([])
      const [stopped] = await desk.command('jobs/list', { limit: 1 })
      expect(stopped).toMatchObject({
        pause: { kind: 'first-failed' },
        counts: { failed: 1, intent: ready.length },
      })
      await desk.at('job-resume').click()
      await desk.at('job-summary').waitFor()
      const done = ready.length - 1 + ((await isUnknownIn(1)) ? 1 : 0)
      const counts = await desk.chips('list')
      const targets = await lockedTargets(after)
      expect(counts['done']).toBe(targets.length)
      expect(counts['done']).toBe(done)
      expect(new Set(targets).size).toBe(targets.length)
      expect((counts['done'] ?? 0) + (counts['failed'] ?? 0)).toBe(ready.length + 1)
      await expect.poll(() => desk.at('job-summary').innerText()).toMatch(/^\d+ disabled, \d+ failed$/)
    },
  )

  /** Whether the number that was not found was sent among the first rows. */
  const isUnknownIn = async (first: number): Promise<boolean> => {
    const [job] = await desk.command('jobs/list', { limit: 1 })
    const { rows } = await desk.command('jobs/read', { jobId: job?.jobId ?? '' })
    return rows.slice(0, first).some(({ key }) => unknown.includes(key))
  }

  step('retries only failed rows', async () => {
    const after = await serviceClient.lastEffect()
    const [first] = await desk.command('jobs/list', { limit: 1 })
    await desk.at('job-retry').click()
    await desk.at('confirm-list').click()
    await eventually(async () => {
      const [job] = await desk.command('jobs/list', { limit: 1 })
      return job?.retryOf === first?.jobId && job?.state === 'ended'
    })
    const targets = await lockedTargets(after)
    expect(targets.length).toBeLessThanOrEqual(1)
    await eventually(async () => (await desk.chips('list'))['done'] === ready.length)
    await expect.poll(async () => (await desk.chips('list'))['failed']).toBe(1)
    const locked = (await assetsOf(northBridge)).filter(({ locked: is }) => is)
    const isLocked = new Set(locked.map(({ number }) => number))
    expect(ready.every(({ number }) => isLocked.has(number))).toBe(true)
  })

  step('is restored with its list after a reload, and completes', async () => {
    const after = await serviceClient.lastEffect()
    await serviceClient.fault({ operation: 'order.unlockAssets', fault: 'delay', ms: 700, times: 20 })
    await desk.at('job-reverse').click()
    await desk.at('confirm-list').click()
    await desk.at('job-progress').waitFor()
    await desk.page.reload()
    await desk.at('job-progress').waitFor()
    await expect
      .poll(() => desk.page.getByTestId('list-panel').innerText())
      .toContain(`List · ${String(ready.length)}`)
    await desk.at('job-summary').waitFor({ timeout: 60_000 })
    await expect.poll(() => desk.at('job-summary').innerText()).toBe(`${String(ready.length)} enabled`)
    expect(await lockedTargets(after, 'order.unlockAssets')).toHaveLength(ready.length)
    await desk.at('clear-list').click()
  })
})

const openEmptyList = async () => {
  await desk.at('rail-desk').click()
  await desk.at('desk-input').waitFor()
  if (await desk.at('clear-list').isVisible()) await desk.at('clear-list').click()
}

describe('scanning with an action', () => {
  const step = steps()
  const scan = async (text: string) => {
    await desk.at('desk-input').fill(text)
    await desk.page.keyboard.press('Enter')
  }

  step('adds each lock to the list once, and searches where no action is chosen', async () => {
    await openEmptyList()
    await desk.chooseAction('disable')
    await scan('8000000017')
    await scan('8000000020')
    await scan('8000 000 017')
    await desk.at('scanned-again').waitFor()
    await expect.poll(() => desk.at('scanned-again').innerText()).toContain('row 1')
    await desk.waitForLookup()
    await expect.poll(async () => (await desk.chips('list'))['ready']).toBe(2)
    await desk.chooseAction('look-up')
    await scan('8000000024')
    await desk.at('record-8000000024').waitFor()
    await desk.page.getByTestId('desk-side-list').check({ force: true })
    await desk.at('list-table').waitFor()
  })

  step('pauses, and a lock changed alone meanwhile is not sent again', async () => {
    await desk.command('settings/change', { chunkSize: 1 })
    await serviceClient.fault({ operation: 'order.lockAssets', fault: 'delay', ms: 1500, times: 5 })
    await desk.chooseAction('disable')
    const after = await serviceClient.lastEffect()
    await desk.at('run-list').click()
    await desk.page.keyboard.press('Enter')
    await desk.at('job-pause').click()
    await desk.at('job-paused').waitFor()
    expect(await lockedTargets(after)).toHaveLength(1)

    // A lock of the paused list is changed alone: the confirmation names the list, and its row is replaced.
    await desk.chooseAction('look-up')
    await scan('8000000020')
    const details = desk.page.getByTestId('record-8000000020')
    await details.getByTestId('disable').click()
    await expect
      .poll(() => desk.at('waiting-in-list').innerText())
      .toBe('This lock is waiting in a list: Disable 2 locks. This change replaces that row.')
    await desk.at('confirm').click()
    await details.getByTestId('enable').waitFor()
    await desk.page.getByTestId('desk-side-list').check({ force: true })
    await desk.at('job-resume').click()
    await desk.at('job-summary').waitFor()
    await expect.poll(() => desk.at('job-summary').innerText()).toBe('1 disabled, 1 not sent')
    await expect
      .poll(() => desk.at('list-table').innerText())
      .toContain('Replaced by a later change of this lock.')
    expect(await lockedTargets(after)).toHaveLength(2)
  })

  step('is canceled, and reports rows that were not sent', async () => {
    await desk.at('clear-list').click()
    await serviceClient.fault({ operation: 'order.lockAssets', fault: 'delay', ms: 1500, times: 5 })
    await desk.chooseAction('disable')
    await desk.paste(['8000000021', '8000000025'].join('\n'))
    await desk.waitForLookup()
    const after = await serviceClient.lastEffect()
    await desk.at('run-list').click()
    await desk.page.keyboard.press('Enter')
    await desk.at('job-pause').click()
    await desk.at('job-paused').waitFor()
    await desk.at('job-cancel').click()
    await desk.at('job-summary').waitFor()
    await expect.poll(() => desk.at('job-summary').innerText()).toBe('1 disabled, 1 not sent')
    expect(await lockedTargets(after)).toHaveLength(1)
  })
})

describe('a long job', () => {
  it('shows the current status of a lock everywhere while others wait', async () => {
    await openEmptyList()
    await desk.command('settings/change', { chunkSize: 1 })
    const { rows } = await desk.command('assets/list', {
      enterpriseGlobalId: northBridge,
      from: 0,
      limit: 500,
    })
    const enabled = rows.filter(
      (record) =>
        record.licenseType?.startsWith('normal_recover') && statesOf(record, Date.now())[0] === 'enabled',
    )
    const [first, ...others] = enabled.flatMap(({ shellNumber }) => shellNumber ?? []).slice(0, 8)
    if (first === undefined) throw new Error('none is enabled')
    await desk.chooseAction('look-up')
    await desk.at('desk-input').fill(first)
    await desk.page.keyboard.press('Enter')
    await desk.page.locator(`[data-testid=record-${first}][data-state=enabled]`).waitFor()
    await desk.chooseAction('disable')
    await desk.paste([first, ...others].join('\n'))
    await desk.waitForLookup()
    await serviceClient.fault({
      operation: 'order.lockAssets',
      fault: 'delay',
      ms: 3000,
      times: 8,
    })
    await desk.at('run-list').click()
    await desk.at('confirm-list').click()
    await desk.page
      .locator('label')
      .filter({ has: desk.page.getByTestId('desk-side-record') })
      .click()
    await desk.page.locator(`[data-testid=record-${first}][data-state=disabled]`).waitFor()
    await desk.page.keyboard.press('Control+6')
    await desk.at('asset-search').fill(first)
    await desk.page.locator('[data-testid=asset-table] .cell', { hasText: 'Disabled' }).waitFor()
    const [job] = await desk.command('jobs/list', { limit: 1 })
    expect(job?.state).toBe('running')
    await desk.command('jobs/cancel', { jobId: job?.jobId ?? '' })
  })
})
