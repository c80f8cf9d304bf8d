import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Locator } from 'playwright-core'
import type { CommandName } from '#shared/bridge/commands'
import type { ChangeAction } from '#shared/model/changes/change'
import type { Job } from '#shared/model/changes/job'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { OrderSummary } from '#shared/model/changes/work-order'
import { fail, succeed } from '#shared/outcome'
import type { Handlers } from '../renderer/support/bridge-double'
import { orderRow, shell, unreachable } from '../renderer/support/samples'
import type { ChangingCommand } from '../support/changing-inputs'
import { clickAt, hold, middleOf, pressAt, withSteadyHand } from './support/gestures'
import { onPage } from './support/on-page'
import { jobAnswers } from './support/world/job-answers'
import { changeRecords } from './support/world/world'
import type { World } from './support/world/world'

// Whatever a hand does on a confirming button, exactly one request is sent.

const number = '8000000017'
const slowMs = 250
/**
 * Slow: the answer comes while the hand still presses. Refused: by main, and failed: by the platform, at once; the button
 * may stay.
 */
type Answer = 'slow' | 'refused' | 'failed'
let answer: Answer = 'slow'
let wanted: Answer = 'slow'

const workOrder: OrderSummary = {
  id: 'order-1',
  checksum: '9f2c 31aa 07be 44d1',
  action: 'disable',
  platform: 'training',
  enterprises: [],
  rowCount: 1,
  note: '',
  preparedBy: 'Chen Yu',
  created: 1,
  notBefore: 1,
  expires: Date.now() + 86_400_000,
  signer: { key: 'K', name: 'Office', words: { en: [], zh: [] } },
  problem: null,
  used: null,
  usedElsewhere: null,
}

/** The job that was started last ends at once: the platform refused its rows. */
const failLast = (world: World): Job => {
  const [job] = world.jobs
  if (job === undefined) throw new Error('no job is started')
  const rows = (world.rows.get(job.jobId) ?? []).map((row) => ({
    ...row,
    state: 'failed' as const,
    reason: { kind: 'status', status: 4 } as const,
    endedAt: Date.now(),
  }))
  const counts = { ...job.counts, intent: 0, failed: rows.length }
  const ended: Job = { ...job, state: 'ended', endedAt: Date.now(), counts }
  world.rows.set(job.jobId, rows)
  world.jobs = [ended, ...world.jobs.slice(1)]
  return ended
}

/** The commands that change something; the others answer as usual. */
const changing = (world: World): Required<Pick<Handlers, ChangingCommand>> => {
  const jobs = jobAnswers(world)
  const answers = {
    'jobs/start': jobs['jobs/start'],
    'jobs/resume': jobs['jobs/resume'],
    'outbox/add': () => succeed({ queued: 1, already: 0 }),
    'outbox/release': () => succeed(null),
    'continuous/start': () => succeed(null),
    'work-orders/carry-out': () => succeed({ job: null }),
  } as unknown as Record<ChangingCommand, (input: unknown) => unknown>
  return Object.fromEntries(
    Object.entries(answers).map(([name, give]) => [
      name,
      async (input: unknown) => {
        if (answer === 'refused') return fail({ code: 'internal', message: 'refused' })
        if (answer === 'failed' && name === 'jobs/start') {
          // The world itself sends nothing.
          world.held = new Promise(() => undefined)
          await give(input)
          return succeed(failLast(world))
        }
        await sleep(slowMs)
        return give(input)
      },
    ]),
  ) as unknown as Required<Pick<Handlers, ChangingCommand>>
}

const desk = onPage({
  handlers: (world) => ({
    ...changing(world),
    'continuous/stop': () => succeed(null),
    'work-orders/signed': () => succeed([]),
    'work-orders/open': () => succeed({ kind: 'order', order: workOrder }),
    'work-orders/check': () => succeed([orderRow({ key: 'LD8000000017', number })]),
  }),
})

const own = () =>
  desk.world.records.filter(({ enterpriseGlobalId }) => enterpriseGlobalId === desk.world.registered[0])
const assetNumOf = (shellNumber: string) =>
  own().find((record) => record.shellNumber === shellNumber)?.assetNum ?? ''
const find = (isWanted: (record: LockRecord) => boolean): string => {
  const found = own().find(isWanted)
  if (found === undefined) throw new Error('not in the training data')
  return found.assetNum
}
const selectAssets = async (...assetNums: readonly string[]) => {
  await desk.at('rail-assets').click()
  await desk.at('asset-table').waitFor()
  for (const assetNum of assetNums) {
    await desk.at('asset-search').fill(assetNum)
    await expect.poll(() => desk.at('asset-count').getAttribute('data-count')).toBe('1')
    await desk.at('asset-search').press('Enter')
    await desk.press('Home', 'Space')
  }
}
const openEmployee = async (button: string) => {
  await desk.at('rail-employees').click()
  await desk.at('employee-row').first().click()
  await desk.at(button).click()
  return desk.at('confirm')
}
const openCustomer = async (action: string, values: Readonly<Record<string, string>>) => {
  await desk.at('rail-customers').click()
  await desk.at('customers-more').click()
  await desk.at(action).click()
  for (const [name, text] of Object.entries(values)) await desk.at(`customer-${name}`).fill(text)
  await desk.at('customer-review').click()
  return desk.at('customer-send')
}
const openList = async () => {
  await desk.chooseAction('disable')
  await desk.paste([number, '8000000018'].join('\n'))
  await desk.waitForLookup()
  await desk.at('run-list').click()
  return desk.at('confirm-list')
}
const queue = () => {
  const change = {
    id: 'queued-1',
    action: 'disable',
    assetNum: assetNumOf(number),
    shellNumber: shell(number),
    enterpriseName: 'North Bridge',
    operatorIdentity: 'Li Wei',
    queuedAt: Date.now(),
    expiresAt: Date.now() + 86_400_000,
    state: 'held',
    held: { because: 'record-changed', at: Date.now() },
  } as const
  desk.world.outbox = { ...desk.world.outbox, changes: [change] }
  desk.world.emit('outbox/changed', null)
}
/** A deletion that failed, whose button “Retry” stays. */
const openRetry = async () => {
  const confirm = await openEmployee('delete-employee')
  answer = 'failed'
  await confirm.click()
  answer = wanted
  return desk.at('deletion-retry')
}
const address = { branchName: 'East', address: 'Nanjing' }

/**
 * Opens what has the confirming button, and finds the button. A new action and a new command that changes something
 * do not compile without an entry.
 */
const buttons: Readonly<
  Record<
    ChangeAction | Exclude<ChangingCommand, 'jobs/start'> | `${ChangingCommand}: ${string}`,
    () => Promise<Locator>
  >
> = {
  disable: async () => {
    await desk.card(number).getByTestId('disable').click()
    return desk.at('confirm')
  },
  enable: async () => {
    changeRecords(desk.world, ({ shellNumber }) => (shellNumber === number ? { locked: true } : undefined))
    await desk.card(number).getByTestId('enable').click()
    return desk.at('confirm')
  },
  'jobs/start: of a list': openList,
  lend: async () => {
    const asset = find(({ holder, borrowedUsbKey, locked }) => holder !== null && !borrowedUsbKey && !locked)
    await selectAssets(
      asset,
      find(({ borrowedUsbKey, lent, locked }) => borrowedUsbKey === true && !lent && !locked),
    )
    await desk.at('ticked-more').click()
    await desk.at('ticked-more-lend').click()
    await desk.at('lend-sentence').waitFor()
    return desk.at('lend-send')
  },
  assign: async () => {
    await selectAssets(
      find(
        ({ grantable, holder, borrowedUsbKey, locked }) =>
          grantable === true && !holder && !borrowedUsbKey && !locked,
      ),
    )
    await desk.at('ticked-assign').click()
    await desk.at('assign-to').fill('Emma Clarke')
    await desk.at('employee-option').waitFor()
    await desk.press('ArrowDown', 'Enter')
    await desk.at('assign-consequence').waitFor()
    return desk.at('confirm-assign')
  },
  'jobs/start: of a withdrawal': async () => {
    await selectAssets(find(({ holder, borrowedUsbKey }) => holder !== null && !borrowedUsbKey))
    await desk.at('ticked-withdraw').click()
    return desk.at('confirm-assign')
  },
  'add-employee': async () => {
    await desk.at('rail-employees').click()
    await desk.at('add-employee').click()
    await desk.at('employee-account').fill('chenyu7')
    await desk.at('employee-name').fill('Chen Yu')
    await desk.at('employee-department').selectOption({ index: 1 })
    return desk.at('confirm')
  },
  'edit-employee': async () => {
    const confirm = await openEmployee('edit-employee')
    await desk.at('employee-remark').fill('Second floor')
    return confirm
  },
  'reset-password': () => openEmployee('reset-password'),
  'delete-employee': () => openEmployee('delete-employee'),
  'jobs/start: of a deletion again': openRetry,
  'bind-customer': () =>
    openCustomer('bind-customer', {
      channelCode: 'CRM-EAST',
      channelCustomerId: 'NEW-1',
      customerName: 'New',
      enterpriseName: 'New',
      branchName: 'East',
      passwordMobile: '13800001111',
    }),
  'create-enterprise': () =>
    openCustomer('create-enterprise', { crmCustomerId: 'CRM-900', customerName: 'New', ...address }),
  'update-customer': () =>
    openCustomer('update-customer', { crmCustomerId: 'CRM-900', customerName: 'New', ...address }),
  order: async () => {
    await desk.at('rail-orders').click()
    await desk.at('first-order').click()
    await desk.at('order-enterprise').fill('north bridge')
    await desk.press('Enter')
    await desk.at('product-uri').fill('bridge-3d')
    await desk.at('to-review').click()
    return desk.at('send-orders')
  },
  allocate: async () => {
    await desk.at('rail-shell-numbers').click()
    await desk.at('allocate').click()
    return desk.at('allocate-confirm')
  },
  'outbox/add': async () => {
    const { world } = desk
    world.platform = { ...world.platform, state: 'unreachable', lacks: 'platform', failure: unreachable }
    world.emit('platform/status', world.platform)
    await desk.card(number).getByTestId('disable').click()
    return desk.at('queue-change')
  },
  'outbox/release': async () => {
    queue()
    await desk.at('chip-queue').click()
    return desk.at('queue-release')
  },
  'continuous/start': async () => {
    await desk.at('continuous-switch').click()
    return desk.at('continuous-start-disable')
  },
  'jobs/resume': async () => {
    const confirm = await openList()
    answer = 'slow'
    desk.hold()
    await confirm.click()
    await desk.at('job-pause').waitFor()
    answer = wanted
    const { world } = desk
    const [job] = world.jobs
    if (job === undefined) throw new Error('the list is not sent')
    const paused = { ...job, state: 'paused', pause: { kind: 'requested' } } as const
    world.jobs = [paused]
    world.emit('jobs/changed', paused)
    return desk.at('job-resume')
  },
  'work-orders/carry-out': async () => {
    await desk.at('rail-work-orders').click()
    await desk
      .at('work-order-file')
      .setInputFiles({ name: 'a.lockorder', mimeType: 'text/plain', buffer: Buffer.from('{}') })
    await desk.at('carry-out').click()
    return desk.at('confirm-carry-out')
  },
}
const commandOf = (entry: string): CommandName =>
  entry.includes('/') ? (entry.replace(/:.*/, '') as CommandName) : 'jobs/start'

const everyMs = (count: number, ms: number) => Array.from({ length: count }, (_, place) => place * ms)
const gestures: Readonly<Record<string, (button: Locator) => Promise<void>>> = {
  'Enter held for two seconds': async (button) => {
    await button.focus()
    await hold(desk.page, 'Enter', 2_000)
  },
  'Enter six times in 400 ms': async (button) => {
    await button.focus()
    await pressAt(desk.page, 'Enter', everyMs(6, 80))
  },
  'two clicks': async (button) => clickAt(desk.page, await middleOf(button), everyMs(2, 120)),
  'three clicks': async (button) => clickAt(desk.page, await middleOf(button), everyMs(3, 120)),
}

/** Every gesture with every answer in a dialog and on a page; the other buttons take those that find most. */
const all = Object.keys(gestures).flatMap((gesture) =>
  (['slow', 'refused', 'failed'] as const).map((given) => [gesture, given] as const),
)
const casesOf = (entry: string): typeof all =>
  entry === 'disable' || entry === 'order'
    ? all
    : [
        ['three clicks', 'slow'],
        ['Enter six times in 400 ms', 'refused'],
        ['Enter six times in 400 ms', 'failed'],
      ]

describe.each(Object.entries(buttons))('%s', withSteadyHand, (entry, open) => {
  it.each(casesOf(entry))('%s, %s: one request', async (gesture, given) => {
    answer = wanted = given
    const button = await open()
    await button.waitFor()
    // As a person who reads: a press right after another one is none.
    await sleep(400)
    const name = commandOf(entry)
    const before = desk.callsOf(name).length
    await gestures[gesture]?.(button)
    await sleep(slowMs + 200)
    expect(desk.callsOf(name).length - before).toBe(1)
  })
})
