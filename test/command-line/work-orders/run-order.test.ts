import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListLookupResult } from '#shared/model/locks/lookup-result'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { fail, succeed } from '#shared/outcome'
import type { CommandServices } from '../../../src-main/command-line/command-services'
import { outputLine } from '../../../src-main/command-line/protocol'
import type { CommandRequest, OutputLine } from '../../../src-main/command-line/protocol'
import { runRequest } from '../../../src-main/command-line/run-request'
import type { OrderRequestOf } from '../../../src-main/command-line/work-orders/order-protocol'
import { noClaims } from '../../../src-main/work-orders/order-claims'
import type { OrderClaims } from '../../../src-main/work-orders/order-claims'
import { createPolicyRules } from '../../../src-main/policy/policy-rules'
import type { OpenFile } from '../../../src-main/util/files/append-file'
import { numbered, startEngine } from '../../changes/support/engine'
import type { Engine } from '../../changes/support/engine'
import { temporaryFolder } from '../../support/temporary-folder'
import { orderId, startProgram } from '../../work-orders/support/independent-program'
import type { Fields, Program } from '../../work-orders/support/independent-program'
import { memoryVault, openOrders } from '../../work-orders/support/order-desk'

let engine: Engine
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let office: Program
let desk: Awaited<ReturnType<typeof openOrders>>
let vault: ReturnType<typeof memoryVault>
let lookUp: (number: string) => ListLookupResult
let claims: OrderClaims
let isAllowed: boolean
let isLookOnly: boolean
let policy: Parameters<typeof createPolicyRules>[0]

const record = (assetNum: string, over: Partial<LockRecord> = {}): ListLookupResult => ({
  state: 'found',
  record: {
    assetNum,
    locked: false,
    licenseType: null,
    assetId: null,
    enterpriseGlobalId: 'E1',
    enterpriseName: null,
    shellNumber: null,
    limitEnd: null,
    holder: null,
    ...over,
  } as Partial<LockRecord> as LockRecord,
})

const openDesk = async () => {
  desk = await openOrders(folder.path, { journal: engine.journal, vault })
}

beforeEach(async () => {
  engine = await startEngine()
  folder = await temporaryFolder()
  vault = memoryVault()
  claims = noClaims
  isAllowed = true
  isLookOnly = false
  policy = { state: 'none', policy: {} }
  lookUp = (number) => record(number)
  office = startProgram(Date.now() - 1_000)
  await openDesk()
  const key = desk.orders.readKey(office.keyFile)
  if (!key.ok) throw new Error(key.error.message)
  await desk.orders.trust(key.value, office.words(english))
})
afterEach(async () => {
  await engine.stop()
  await desk.stop()
  await folder.remove()
})

const at = (name: string) => join(folder.path, name)
const orderOf = (count: number, over: Fields = {}) =>
  office.order({
    rows: Array.from({ length: count }, (_one, index) => ({ assetNum: numbered(index) })),
    ...over,
  })
const fileOf = async (fields: Fields, name = 'a.lockorder') => {
  await writeFile(at(name), office.sign(fields))
  return at(name)
}

const run = async (request: CommandRequest, startJob = engine.changeService.startJob) => {
  const lines: OutputLine[] = []
  const rules = createPolicyRules(policy)
  engine.does.refuseJob = rules.refuseJob
  engine.does.refuseWithoutOrder = rules.refuseWithoutOrder
  const session = {
    changeService: { ...engine.changeService, startJob },
    platform: {
      id: 'https://platform.example',
      training: false,
      address: 'https://platform.example',
      isLookOnly: () => isLookOnly,
      directory: {
        lookUpMany: (numbers: readonly string[]) =>
          Promise.resolve({ results: numbers.map(lookUp), enterprises: 1, failure: null }),
      },
    },
    locks: { list: () => [] },
  }
  const services = {
    app: {
      claimsOf: () => claims,
      signedOrders: {
        remember: () => Promise.resolve(),
        noteSaved: () => Promise.resolve(),
        noteResult: () => Promise.resolve(),
      },
      journal: engine.journal,
      policy: rules,
      settings: { read: () => ({ commandLineChanges: isAllowed, assetsPerCall: 100 }) },
      vault: { status: () => ({ state: 'keyring' }) },
      workOrders: desk.orders,
    },
    start: () => undefined,
    session: () => session,
  } as unknown as CommandServices
  const emit = (line: OutputLine) => void lines.push(outputLine.parse(line))
  const status = await runRequest(request, services, { emit, signal: new AbortController().signal })
  return {
    status,
    lines,
    rows: lines.flatMap((line) => (line.type === 'row' || line.type === 'order-row' ? [line] : [])),
    codes: lines.flatMap((line) => (line.type === 'error' ? [line.code] : [])),
  }
}
const keyOf = (row: Awaited<ReturnType<typeof run>>['rows'][number]) =>
  row.type === 'row' ? row.assetNum : row.key
const runOrder = (file: string, over: Partial<OrderRequestOf<'work-order run'>> = {}) =>
  run({
    name: 'work-order run',
    action: 'disable',
    file,
    leaveOut: [],
    operatorIdentity: 'Li Wei',
    out: null,
    ...over,
  })

describe('a work order', () => {
  it('is carried out with the checks of a list, and its result names every row', async () => {
    lookUp = (number) => {
      if (number === numbered(1)) return record(number, { locked: true })
      if (number === numbered(2)) return { state: 'not-listed' }
      if (number === numbered(3)) return record(number, { enterpriseGlobalId: 'E2' })
      if (number === numbered(4)) return record(`X${number}`)
      return record(number)
    }
    engine.does.answer = (assetNums) =>
      succeed(assetNums.map((assetNum) => ({ assetNum, status: assetNum === numbered(6) ? 4 : 1 })))
    const file = await fileOf(orderOf(8))
    const { status } = await runOrder(file, { leaveOut: [numbered(5)], out: at('a.lockresult') })
    expect(status).toBe(1)
    expect(engine.calls).toEqual([
      { id: 'order.lockAssets', assetNums: [numbered(0), numbered(6), numbered(7)] },
    ])
    const compared = await run({ name: 'work-order compare', file, result: at('a.lockresult') })
    expect(compared.status).toBe(1)
    // What was not done stands first.
    expect(compared.rows.map((row) => [keyOf(row), row.state, row.reason])).toEqual([
      [numbered(2), 'not-sent', 'not-found'],
      [numbered(3), 'not-sent', 'other-enterprise'],
      [numbered(4), 'not-sent', 'not-found'],
      [numbered(5), 'not-sent', 'left-out'],
      [numbered(6), 'failed', expect.any(String)],
      [numbered(0), 'completed', null],
      [numbered(1), 'skipped', 'already'],
      [numbered(7), 'completed', null],
    ])
    const [job] = engine.journal.jobs()
    expect(job?.intent.workOrder).toEqual({ id: orderId, signer: 'Office' })
    expect(engine.changeService.recent(9).map(({ workOrder }) => workOrder?.id)).toEqual(
      [0, 1, 2].map(() => orderId),
    )
    expect(compared.lines[0]).toMatchObject({
      type: 'work-order-result',
      operator: 'Li Wei',
      journal: { job: job?.jobId, ...{ records: engine.journal.head().n, hash: engine.journal.head().hash } },
    })
  })

  it('is shown with what it would change now, and nothing is sent', async () => {
    lookUp = (number) => record(number, { locked: number === numbered(0) })
    const file = await fileOf(orderOf(2))
    const { status, lines, rows } = await run({ name: 'work-order show', file })
    expect([status, lines[0]]).toMatchObject([0, { type: 'work-order', signer: 'Office', problem: null }])
    expect(rows.map((row) => row.state)).toEqual(['skipped', 'ready'])
    expect(engine.calls).toEqual([])
    expect((await runOrder(file)).status).toBe(0)
    expect((await run({ name: 'work-order show', file })).codes).toEqual(['order-used'])
  })

  it('is sent once, also after a restart and with a journal that was restored', async () => {
    const file = await fileOf(orderOf(2))
    expect((await runOrder(file, { out: at('a.lockresult') })).status).toBe(0)
    expect((await runOrder(file)).codes).toEqual(['order-used'])
    await desk.stop()
    await engine.stop()
    engine = await startEngine()
    await openDesk()
    expect((await runOrder(file)).codes).toEqual(['order-used'])
    expect([engine.calls, engine.journal.jobs()]).toEqual([[], []])
    // The journal no longer has the results of the rows.
    await run({ name: 'work-order result', file, out: at('b.lockresult') })
    const { rows } = await run({ name: 'work-order compare', file, result: at('b.lockresult') })
    expect(rows.map(({ state }) => state)).toEqual(['unconfirmed', 'unconfirmed'])
  })

  it('of a branch is used where the claim is its own, and says which computer has it otherwise', async () => {
    const file = await fileOf(orderOf(1))
    const elsewhere = { computer: 'Counter 2', isOwn: false, at: 1_795_468_818_757, operator: null }
    let isLost = false
    const noted: string[] = []
    claims = {
      ...noClaims,
      usedBy: () => Promise.resolve(isLost ? { first: elsewhere, elsewhere } : null),
      claim: () => {
        isLost = true
        return Promise.resolve(fail({ code: 'order-used-elsewhere', message: '' }))
      },
      noteUsed: (_order, { claim }) => Promise.resolve(void noted.push(claim)),
    }
    const use = { type: 'order-use', id: orderId, computer: 'Counter 2', used: elsewhere.at, operator: null }
    const refused = await runOrder(file)
    expect(refused.status).toBe(1)
    expect(refused.lines.slice(0, 2)).toMatchObject([use, { type: 'error', code: 'order-used-elsewhere' }])
    expect((await run({ name: 'work-order show', file })).lines.slice(1, 3)).toMatchObject([
      use,
      { type: 'error', code: 'order-used-elsewhere' },
    ])
    expect([engine.calls, await readFile(at('used-orders.log'), 'utf8')]).toEqual([
      [],
      expect.not.stringContaining('"used"'),
    ])

    isLost = false
    claims = { ...claims, claim: () => Promise.resolve(succeed('not-claimed')) }
    const carried = await runOrder(file)
    expect(carried.lines).toContainEqual({ type: 'order-claim', id: orderId, claimed: false })
    expect([carried.status, noted]).toEqual([0, ['not-claimed']])
  })

  it('that is only tried out is neither sent nor used', async () => {
    const file = await fileOf(orderOf(3))
    const tried = await runOrder(file, { dryRun: true })
    expect(tried.rows.map(({ state }) => state)).toEqual(['would-send', 'would-send', 'would-send'])
    expect([tried.status, engine.calls.length, engine.journal.jobs().length]).toEqual([0, 0, 0])
    expect((await runOrder(file)).status).toBe(0)
    expect((await runOrder(file, { dryRun: true })).codes).toEqual(['order-used'])
  })

  it('that was marked and not sent, because the app ended, counts as used, and its result says so', async () => {
    const file = await fileOf(orderOf(2))
    void runOrderUntilMarked(file)
    await expect.poll(() => readFile(at('used-orders.log'), 'utf8')).toContain('"used"')
    await desk.stop()
    await openDesk()
    expect((await runOrder(file)).codes).toEqual(['order-used'])
    const { status } = await run({ name: 'work-order result', file, out: at('a.lockresult') })
    expect(status).toBe(0)
    const { rows } = await run({ name: 'work-order compare', file, result: at('a.lockresult') })
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
      ['not-sent', 'interrupted'],
      ['not-sent', 'interrupted'],
    ])
    expect(engine.calls).toEqual([])
  })
  const runOrderUntilMarked = (file: string) =>
    run(
      {
        name: 'work-order run',
        action: 'disable',
        file,
        leaveOut: [],
        operatorIdentity: 'Li Wei',
        out: null,
      },
      // The process ends between the use and the intent.
      async (_request, options) => {
        await options?.workOrder?.use()
        return new Promise(() => undefined)
      },
    )

  it('is not sent where its use cannot be written', async () => {
    const file = await fileOf(orderOf(2))
    await desk.stop()
    const full: OpenFile = async (path) => {
      const handle = await open(path, 'a')
      return {
        write: () => Promise.reject(new Error('ENOSPC')),
        datasync: () => handle.datasync(),
        close: () => handle.close(),
      }
    }
    desk = await openOrders(folder.path, { journal: engine.journal, vault, openFile: full })
    const ended = await runOrder(file)
    expect([ended.codes, ended.status]).toEqual([['used-orders-not-writable'], 1])
    expect([engine.calls, engine.journal.jobs()]).toEqual([[], []])
    await desk.stop()
    await openDesk()
    expect((await runOrder(file)).status).toBe(0)
  })

  it('finds its job if the app ended before the start was noted', async () => {
    const file = await fileOf(orderOf(2))
    desk.orders.noteStarted = () => Promise.resolve({ ok: true, value: null })
    expect((await runOrder(file)).status).toBe(0)
    await desk.stop()
    await openDesk()
    await run({ name: 'work-order result', file, out: at('a.lockresult') })
    const { status, rows } = await run({ name: 'work-order compare', file, result: at('a.lockresult') })
    expect([status, rows.map(({ state }) => state)]).toEqual([0, ['completed', 'completed']])
  })

  it('is not used up where its result could not be saved', async () => {
    const file = await fileOf(orderOf(2))
    const request = {
      name: 'work-order run' as const,
      action: null,
      leaveOut: [],
      operatorIdentity: 'Li Wei',
      file,
    }
    await writeFile(at('taken.lockresult'), 'mine')
    const taken = await run({ ...request, out: at('taken.lockresult') })
    expect([taken.codes, taken.status]).toEqual([['file-exists'], 1])
    const nowhere = await run({ ...request, out: at('no/folder/a.lockresult') })
    expect([nowhere.codes, nowhere.status]).toEqual([['file-not-saved'], 1])
    vault.status = () => ({ state: 'memory' }) as ReturnType<typeof vault.status>
    const keyless = await run({ ...request, out: at('a.lockresult') })
    expect([keyless.codes, keyless.status]).toEqual([['key-not-storable'], 3])
    expect([engine.calls, await readFile(at('taken.lockresult'), 'utf8')]).toEqual([[], 'mine'])
    vault.status = () => ({ state: 'keyring' }) as ReturnType<typeof vault.status>
    expect((await run({ ...request, out: at('a.lockresult') })).status).toBe(0)
  })

  const unused = 'used-orders.log has no order'
  it.each<[string, () => void, Partial<OrderRequestOf<'work-order run'>>, string, number]>([
    ['changes are off', () => (isAllowed = false), {}, 'changes-off', 4],
    ['the platform is look only', () => (isLookOnly = true), {}, 'look-only', 4],
    [
      'the policy allows fewer rows',
      () => (policy = { state: 'active', source: 'test', policy: { maxRowsPerJob: 1 } }),
      {},
      'not-allowed',
      4,
    ],
    [
      'the policy cannot be read',
      () => (policy = { state: 'unreadable', source: 'test', problem: 'broken', policy: {} }),
      {},
      'policy-unreadable',
      4,
    ],
    ['the command is the other action', () => undefined, { action: 'enable' }, 'other-action', 2],
    ['a number to leave out is not in it', () => undefined, { leaveOut: ['LD1'] }, 'not-in-order', 2],
    ['no lock is listed', () => (lookUp = () => ({ state: 'not-listed' })), {}, 'nothing-to-send', 1],
    ['the file is missing', () => undefined, { file: '/nowhere/a.lockorder' }, 'order-file-unreadable', 1],
  ])('is neither sent nor used where %s', async (_what, prepare, over, code, status) => {
    prepare()
    const file = await fileOf(orderOf(3))
    const ended = await runOrder(file, over)
    expect([ended.codes, ended.status, engine.calls]).toEqual([[code], status, []])
    expect([(await readFile(at('used-orders.log'), 'utf8')).includes('"used"'), unused]).toEqual([
      false,
      unused,
    ])
  })

  it.each<[string, (bytes: Buffer) => Buffer, string]>([
    ['was changed', (bytes) => Buffer.from(bytes.toString().replace('Chen', 'Chan')), 'signature-invalid'],
    ['has an unknown key', () => strangerFile(), 'key-unknown'],
  ])('that %s is not sent', async (_what, change, code) => {
    const file = await fileOf(orderOf(2))
    await writeFile(file, change(await readFile(file)))
    const ended = await runOrder(file)
    expect([ended.codes, ended.status, engine.calls]).toEqual([[code], 1, []])
  })
  const strangerFile = () => {
    const stranger = startProgram(Date.now() - 1_000)
    return stranger.sign(stranger.order())
  }
})

describe('signing', () => {
  const signing = (numbers: readonly string[], out: string): CommandRequest => ({
    name: 'work-order sign',
    action: 'disable',
    numbers: numbers.map((number, index) => ({ number, line: index + 1 })),
    operatorIdentity: 'Chen Yu',
    employee: null,
    note: '',
    notBefore: null,
    validDays: 7,
    out,
  })

  it('makes an order of listed locks, and never replaces a file', async () => {
    const signed = await run(signing([numbered(0), numbered(1), numbered(1)], at('own.lockorder')))
    expect([signed.status, signed.lines.find(({ type }) => type === 'work-order')]).toMatchObject([
      0,
      { rows: 2, preparedBy: 'Chen Yu', enterprises: ['E1'] },
    ])
    const before = await readFile(at('own.lockorder'))
    expect((await run(signing([numbered(2)], at('own.lockorder')))).codes).toEqual(['file-exists'])
    expect(await readFile(at('own.lockorder'))).toEqual(before)
    // A computer does not approve its own work.
    expect((await runOrder(at('own.lockorder'))).codes).toEqual(['key-unknown'])
  })

  it('stops at a number that is no lock of the lists, and where changes are off', async () => {
    lookUp = (number) => (number === numbered(1) ? { state: 'not-listed' } : record(number))
    const wrong = await run(signing([numbered(0), numbered(1)], at('own.lockorder')))
    expect([wrong.status, wrong.codes]).toEqual([2, ['order-not-signed']])
    isAllowed = false
    expect((await run(signing([numbered(0)], at('own.lockorder')))).status).toBe(4)
    await expect(readFile(at('own.lockorder'))).rejects.toThrow('ENOENT')
  })
})

describe('keys', () => {
  it('are exported, trusted by their words, listed and withdrawn', async () => {
    const own = await run({ name: 'work-order key', out: at('own.lockkey'), isNew: false })
    expect(own.lines[0]).toMatchObject({ type: 'key', state: 'own', words: expect.any(Array) as string[] })
    const [line] = own.lines
    const words = line?.type === 'key' ? line.words.join(' ') : ''
    const wrong = await run({ name: 'work-order trust', file: at('own.lockkey'), words: 'a b c d e f' })
    expect(wrong.codes).toEqual(['words-differ'])
    expect((await run({ name: 'work-order trust', file: at('own.lockkey'), words })).status).toBe(0)
    const states = async () =>
      (await run({ name: 'work-order keys' })).lines.flatMap((one) => (one.type === 'key' ? [one.state] : []))
    expect(await states()).toEqual(['trusted', 'trusted'])
    expect((await run({ name: 'work-order withdraw', words })).status).toBe(0)
    expect(await states()).toEqual(['trusted', 'withdrawn'])
    isAllowed = false
    expect((await run({ name: 'work-order trust', file: at('own.lockkey'), words })).codes).toEqual([
      'changes-off',
    ])
    expect((await run({ name: 'work-order key', out: null, isNew: true })).codes).toEqual(['changes-off'])
    isAllowed = true
    const next = await run({ name: 'work-order key', out: null, isNew: true })
    expect(next.lines[0]).not.toMatchObject({ words: line?.type === 'key' ? line.words : [] })
  })
})
