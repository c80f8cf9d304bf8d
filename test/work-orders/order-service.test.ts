import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { createDuplicateGuard } from '../../src-main/changes/duplicate-guard'
import { createOrderService } from '../../src-main/work-orders/order-service'
import type { OrderService } from '../../src-main/work-orders/order-service'
import { numbered, startEngine } from '../changes/support/engine'
import type { Engine } from '../changes/support/engine'
import { temporaryFolder } from '../support/temporary-folder'
import { orderId, startProgram } from './support/independent-program'
import type { Program } from './support/independent-program'
import { openOrders } from './support/order-desk'

let engine: Engine
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let office: Program
let desk: Awaited<ReturnType<typeof openOrders>>
let service: OrderService

beforeEach(async () => {
  engine = await startEngine()
  folder = await temporaryFolder()
  office = startProgram(Date.now() - 1_000)
  desk = await openOrders(folder.path, { journal: engine.journal })
  const key = desk.orders.readKey(office.keyFile)
  if (!key.ok) throw new Error(key.error.message)
  await desk.orders.trust(key.value, office.words(english))
  const record = (assetNum: string) =>
    ({ assetNum, locked: false, licenseType: null, enterpriseGlobalId: 'E1' }) as Partial<LockRecord>
  service = createOrderService(
    { workOrders: desk.orders, journal: engine.journal },
    {
      startJob: createDuplicateGuard(engine.changeService).startJob,
      environment: {
        id: 'https://platform.example',
        training: false,
        address: 'https://platform.example',
        records: {
          lookUpMany: (numbers: readonly string[]) =>
            Promise.resolve({
              results: numbers.map((number) => ({ state: 'found', record: record(number) as LockRecord })),
              enterprises: 1,
              failure: null,
            }),
        } as unknown as Parameters<typeof createOrderService>[1]['environment']['records'],
      },
    },
  )
})
afterEach(async () => {
  await engine.stop()
  await desk.stop()
  await folder.remove()
})

const orderOf = (count: number) =>
  office.sign(
    office.order({ rows: Array.from({ length: count }, (_one, at) => ({ assetNum: numbered(at) })) }),
  )
const carryOut = (bytes: Buffer) =>
  service.carryOut(bytes, { action: null, leaveOut: [], operatorIdentity: 'Li Wei' })
const used = () => readFile(join(folder.path, 'used-orders.log'), 'utf8')

describe('a work order in the window', () => {
  it('stays usable when the system dialog is declined, and is used when it is confirmed', async () => {
    const bytes = orderOf(51)
    engine.does.confirm = () => Promise.resolve(false)
    expect(await carryOut(bytes)).toMatchObject({ error: { code: 'not-confirmed' } })
    expect([engine.asked.length, engine.calls, engine.journal.jobs()]).toEqual([1, [], []])
    expect(await used()).not.toContain('"used"')

    // The use is on disk before the dialog's job is in the journal.
    let usedAtIntent = ''
    engine.does.write = async (text) => {
      if (text.includes('"kind":"job"')) usedAtIntent = await used()
    }
    engine.does.confirm = () => Promise.resolve(true)
    const carried = await carryOut(bytes)
    expect(carried).toMatchObject({
      ok: true,
      value: { job: { workOrder: { id: orderId, signer: 'Office' } } },
    })
    expect(usedAtIntent).toContain('"used"')
    expect(await carryOut(bytes)).toMatchObject({ error: { code: 'order-used' } })
  })

  it('stays usable when a change of its lock has no result yet', async () => {
    const bytes = orderOf(1)
    let answer: (value: never) => void = () => undefined
    engine.does.answer = () => new Promise((done) => (answer = done as never))
    const rows = [{ assetNum: numbered(0), shellNumber: null, enterpriseGlobalId: 'E1', plugId: null }]
    await engine.changeService.startJob({ action: 'disable', operatorIdentity: 'x', retryOf: null, rows })
    await expect.poll(() => engine.calls).toHaveLength(1)
    expect(await carryOut(bytes)).toMatchObject({ error: { code: 'in-progress' } })
    expect(await used()).not.toContain('"used"')
    answer({ ok: true, value: [{ assetNum: numbered(0), status: 1 }] } as never)
  })
})
