import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ChangeRow, RowOperation } from '#shared/model/change-rows'
import { changeRows } from '#shared/model/change-rows'
import { changingOperationIds, operations } from '#shared/operations'
import type { ChangingOperationId, OperationId } from '#shared/operations'
import { fail, succeed } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import type { ChangeKind, ReadingBack } from '../../src-main/desk/kinds/kind'
import { changeKinds } from '../../src-main/desk/kinds/kinds'
import type { Json, JournalRow } from '../../src-main/journal/record'
import type { PlatformClient } from '../../src-main/platform/client'
import type { Records } from '../../src-main/register/records'

const rowOf = (request: Json, key = 'key'): JournalRow => ({
  key,
  shellNumber: null,
  enterpriseGlobalId: 'E1',
  enterpriseName: null,
  lockedBefore: null,
  memberGlobalId: null,
  memberName: null,
  request,
})

interface Seen {
  readonly id: OperationId
  readonly request: unknown
}

/** A platform that answers each operation with the given data; a function answers by the request. */
const platform = (answers: Partial<Record<OperationId, unknown>>) => {
  const seen: Seen[] = []
  const call = (id: OperationId, request: unknown) => {
    seen.push({ id, request })
    const answer = answers[id]
    if (answer instanceof Error)
      return Promise.resolve(fail({ code: 'unreachable', message: '', changed: 'no' }))
    return Promise.resolve(succeed(operations[id].data.read.parse(answer)))
  }
  return { seen, client: { call } as unknown as PlatformClient }
}

const send = async (
  kind: ChangeKind,
  rows: readonly JournalRow[],
  answer: unknown,
  secrets: string[] = [],
) => {
  const { seen, client } = platform({ [kind.operation]: answer })
  const outcome = await kind.send(rows, {
    operatorIdentity: 'Li Wei',
    secrets: new Map(
      rows.flatMap((row, index) => (secrets[index] === undefined ? [] : [[row, secrets[index]]])),
    ),
    client,
    options: {},
  })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return { verdicts: outcome.value, seen }
}

const member = { enterpriseGlobalId: 'E1', memberGlobalId: 'M1', memberName: 'Chen Yu' }
const employee = (userName: string, over: Partial<ChangeRow<'member.addEmployees'>> = {}) => ({
  enterpriseGlobalId: 'E1',
  userName,
  departmentId: '5317046820917364501',
  name: `Name of ${userName}`,
  remark: '',
  passwordMobile: '13800000000',
  ...over,
})

const answersList = (id: ChangingOperationId): boolean => operations[id].data.read instanceof z.ZodArray

/** A row of each operation that is stored as the journal stores it. */
const stored: Record<Exclude<ChangingOperationId, 'order.lockAssets' | 'order.unlockAssets'>, Json> = {
  'order.bindCustomer': {
    channelCode: 'C',
    channelCustomerId: '1',
    customerName: 'N',
    branchName: 'B',
    enterpriseName: 'E',
    passwordMobile: '13800000000',
  },
  'order.createEnterprise': { crmCustomerId: '1', customerName: 'N', branchName: 'B', address: 'A' },
  'order.updateCustomer': { crmCustomerId: '1', customerName: 'N', branchName: 'B', address: 'A' },
  'order.batchOrder': { channelCode: 'C', channelOrderId: '1', syncMode: 'sync', sequences: [1] },
  'order.allocateShellNumbers': { size: 3 },
  'member.addEmployees': employee('chenyu'),
  'member.editEmployee': { ...employee('chenyu'), ...member },
  'member.resetPassword': member,
  'member.deleteEmployee': member,
  'member.assignAssets': { ...member, deleteAssets: ['LD1'], addAssets: ['LD2', 'LD3'] },
  'member.lendAssets': { ...member, borrowedUsbKey: 'LD9', assets: [{ assetId: 'A1', assetNum: 'LD1' }] },
}

describe('the kinds of changes', () => {
  it('are all the operations that change something', () => {
    expect(Object.keys(changeKinds).sort()).toEqual([...changingOperationIds].sort())
    for (const id of changingOperationIds) expect(changeKinds[id].operation).toBe(id)
  })

  it.each(Object.entries(stored))('%s makes a request that the operation takes', async (id, request) => {
    const kind = changeKinds[id as ChangingOperationId]
    const secret = id === 'order.batchOrder' ? '[{"sequence":1}]' : 'Secret-1'
    const { seen } = await send(kind, [rowOf(request)], answersList(kind.operation) ? [] : {}, [secret])
    const { path, body } = seen[0]?.request as { path?: Record<string, string>; body?: unknown }
    const { path: template, body: schema } = operations[kind.operation]
    for (const [, name] of template.matchAll(/\{(\w+)\}/g)) expect(path?.[name ?? '']).toMatch(/^[EM]1$/)
    if (schema !== null) expect(schema.strict().safeParse(body)).toMatchObject({ success: true })
  })

  it('keep passwords out of what is written down', () => {
    const withPasswords: RowOperation[] = ['member.addEmployees', 'member.resetPassword']
    for (const id of withPasswords) expect(Object.keys(changeRows[id].shape)).toContain('password')
    expect(JSON.stringify(stored)).not.toContain('password"')
  })
})

describe('adding employees', () => {
  const rows = ['ab', 'abc', 'zhang'].map((account) => rowOf(employee(account), account))
  const added = (userName: string) => ({ userName, globalId: `G-${userName}` })

  it('sends each with their own password and an exact department', async () => {
    const { seen } = await send(changeKinds['member.addEmployees'], rows, {}, ['p1', 'p2', 'p3'])
    const { userList } = (seen[0]?.request as { body: { userList: object[] } }).body
    expect(userList).toMatchObject([
      { userName: 'ab', password: 'p1', departmentId: 5317046820917364501n },
      { password: 'p2' },
      { password: 'p3' },
    ])
  })

  it('finds each in the answer by the account, whose code stands behind it', async () => {
    const { verdicts } = await send(changeKinds['member.addEmployees'], rows, {
      succeeded: [added('ab@north'), added('abc@north')],
      failed: [{ userName: 'zhang', message: 'the account exists' }],
    })
    expect(verdicts).toMatchObject([
      { state: 'done', result: { memberGlobalId: 'G-ab@north' } },
      { state: 'done', result: { memberGlobalId: 'G-abc@north' } },
      { state: 'failed', reason: { kind: 'said', message: 'the account exists' } },
    ])
  })

  it('does not know of one that the answer leaves out', async () => {
    const { verdicts } = await send(changeKinds['member.addEmployees'], rows, {
      succeeded: [{ ...added('abc@north'), name: 'Name of abc' }],
    })
    expect(verdicts.map(({ state }) => state)).toEqual(['unknown', 'done', 'unknown'])
  })

  describe('whose account begins another one’s', () => {
    const read = async (accounts: string[], succeeded: object[], failed: object[] = []) => {
      const asked = accounts.map((account) => rowOf(employee(account), account))
      const { verdicts } = await send(changeKinds['member.addEmployees'], asked, { succeeded, failed })
      return verdicts.map(({ state, result }) => [
        state,
        (result as { memberGlobalId?: string } | undefined)?.memberGlobalId,
      ])
    }
    const unknown = ['unknown', undefined]

    it('is told apart by the code that all of a call have behind theirs', async () => {
      // By the longest account alone, “anna1” of code “a1” was taken for “anna”, and each got the other’s id.
      expect(await read(['ann', 'anna', 'bo'], [added('anna1'), added('annaa1'), added('boa1')])).toEqual([
        ['done', 'G-anna1'],
        ['done', 'G-annaa1'],
        ['done', 'G-boa1'],
      ])
    })

    it('is told apart by the name', async () => {
      const one = { ...added('anna1'), name: 'Name of ann' }
      expect(await read(['ann', 'anna'], [one])).toEqual([['done', 'G-anna1'], unknown])
    })

    it('is unknown where the answer leaves one out and tells no name', async () => {
      expect(await read(['ann', 'anna'], [added('anna1')])).toEqual([unknown, unknown])
    })

    it('is unknown where one account was asked for twice', async () => {
      const failed = [{ userName: 'ann', message: 'exists' }]
      expect(await read(['ann', 'ann', 'bo'], [added('ann1'), added('bo1')], failed)).toEqual([
        unknown,
        unknown,
        ['done', 'G-bo1'],
      ])
    })

    it('is unknown where an answer says both of it', async () => {
      const other = { ...added('ann1'), globalId: 'G-other' }
      expect(await read(['ann'], [added('ann1'), other])).toEqual([unknown])
      expect(await read(['ann'], [added('ann1')], [{ userName: 'ann', message: 'exists' }])).toEqual([
        unknown,
      ])
    })

    it('is known where an answer lists it twice', async () => {
      expect(await read(['ann'], [added('ann1'), added('ann1')])).toEqual([['done', 'G-ann1']])
    })
  })

  it('reads who was added out of a 60027, and nothing of another refusal', () => {
    const refusal = (businessCode: string): PlatformFailure => ({
      code: 'refused',
      businessCode,
      message: '',
      changed: 'partly',
      data: { succeeded: [added('ab@north')], failed: [{ userName: 'abc', message: 'no' }] },
    })
    const { readRefusal } = changeKinds['member.addEmployees']
    expect(readRefusal(rows, refusal('60027'))?.map(({ state }) => state)).toEqual([
      'done',
      'failed',
      'unknown',
    ])
    expect(readRefusal(rows, refusal('60013'))).toBeNull()
  })

  it('sends at most a hundred at once, whatever the setting', () => {
    expect(changeKinds['member.addEmployees'].rowsPerCall(1000)).toBe(100)
    expect(changeKinds['member.lendAssets'].rowsPerCall(1000)).toBe(1)
  })
})

describe('reading back', () => {
  const back = (
    id: ChangingOperationId,
    answers: Partial<Record<OperationId, unknown>>,
    request = stored,
  ) => {
    const row = rowOf(request[id as keyof typeof stored])
    const deps: ReadingBack = {
      client: platform(answers).client,
      records: {} as Records,
      now: () => 0,
      signal: new AbortController().signal,
    }
    return changeKinds[id].readBack?.(row, deps) ?? Promise.resolve('only a person can say')
  }
  const employees = (...list: object[]) => ({ 'member.listEmployees': { list, hasNextPage: false } })
  const gone = { 'member.listEmployees': new Error('offline') }
  const holders = (...list: [string, string | null, boolean?][]) => ({
    'member.listAssetNumbers': list.map(([assetNum, cloudAccountGlobalId, borrowedFlag = false]) => ({
      assetNum,
      assetId: assetNum.replace('LD', 'A'),
      cloudAccountGlobalId,
      borrowedFlag,
    })),
  })
  const lock = (borrowedFlag: boolean, cloudAccountGlobalId: string | null) => ({
    'member.listBorrowedLocks': [{ assetNum: 'LD9', borrowedFlag, cloudAccountGlobalId }],
  })

  it.each<[string, ChangingOperationId, Partial<Record<OperationId, unknown>>, string]>([
    [
      'an employee who is there',
      'member.addEmployees',
      employees({ globalId: 'G', userName: 'chenyu@n', name: 'Name of chenyu' }),
      'applied',
    ],
    [
      'an employee who is not',
      'member.addEmployees',
      employees({ globalId: 'G', userName: 'other@n', name: 'x' }),
      'not-applied',
    ],
    [
      'another of the same name whose account only begins so',
      'member.addEmployees',
      employees(
        { globalId: 'G', userName: 'chenyufei@n', name: 'Name of chenyu' },
        { globalId: 'H', userName: 'bo@n', name: 'x' },
        { globalId: 'I', userName: 'li@n', name: 'y' },
      ),
      'not-visible',
    ],
    [
      'another with the same beginning',
      'member.addEmployees',
      employees({ globalId: 'G', userName: 'chenyufei@n', name: 'x' }),
      'not-visible',
    ],
    ['no list', 'member.addEmployees', gone, 'not-read'],
    [
      'a deleted employee still listed',
      'member.deleteEmployee',
      employees({ globalId: 'M1' }),
      'not-applied',
    ],
    ['a deleted employee', 'member.deleteEmployee', employees({ globalId: 'M2' }), 'applied'],
    ['a deletion without a list', 'member.deleteEmployee', gone, 'not-read'],
    [
      'an edited employee',
      'member.editEmployee',
      employees({
        globalId: 'M1',
        name: 'Name of chenyu',
        remark: null,
        passwordMobile: '13800000000',
        departmentId: '5317046820917364501',
      }),
      'applied',
    ],
    [
      'an employee as before',
      'member.editEmployee',
      employees({
        globalId: 'M1',
        name: 'Old',
        passwordMobile: '13800000000',
        departmentId: '5317046820917364501',
      }),
      'not-applied',
    ],
    ['an employee who is gone', 'member.editEmployee', employees({ globalId: 'M2' }), 'not-visible'],
    [
      'assets assigned and withdrawn',
      'member.assignAssets',
      holders(['LD1', null], ['LD2', 'M1'], ['LD3', 'M1']),
      'applied',
    ],
    [
      'assets as before',
      'member.assignAssets',
      holders(['LD1', 'M1'], ['LD2', null], ['LD3', 'M2']),
      'not-applied',
    ],
    [
      'half of the assets',
      'member.assignAssets',
      holders(['LD1', null], ['LD2', 'M1'], ['LD3', null]),
      'not-visible',
    ],
    ['an asset on no list', 'member.assignAssets', holders(['LD1', null], ['LD2', 'M1']), 'not-visible'],
    ['a lock lent', 'member.lendAssets', { ...lock(true, 'M1'), ...holders(['LD1', 'M1', true]) }, 'applied'],
    [
      'a lock still free',
      'member.lendAssets',
      { ...lock(false, null), ...holders(['LD1', 'M1', false]) },
      'not-applied',
    ],
    [
      'a lock lent to another',
      'member.lendAssets',
      { ...lock(true, 'M2'), ...holders(['LD1', 'M1', false]) },
      'not-applied',
    ],
    [
      'a lock lent before, without the asset',
      'member.lendAssets',
      { ...lock(true, 'M1'), ...holders(['LD1', 'M1', false]) },
      'not-applied',
    ],
    [
      'a lock on no list',
      'member.lendAssets',
      { 'member.listBorrowedLocks': [], ...holders() },
      'not-visible',
    ],
    [
      'a bound customer',
      'order.bindCustomer',
      { 'order.queryCustomers': [{ channelCustomerId: '1' }] },
      'applied',
    ],
    ['no such customer', 'order.bindCustomer', { 'order.queryCustomers': [] }, 'not-applied'],
    ['a password', 'member.resetPassword', {}, 'only a person can say'],
    ['a new enterprise', 'order.createEnterprise', {}, 'only a person can say'],
    ['a customer’s address', 'order.updateCustomer', {}, 'only a person can say'],
    ['an order batch', 'order.batchOrder', {}, 'only a person can say'],
    ['shell numbers', 'order.allocateShellNumbers', {}, 'only a person can say'],
  ])('of %s', async (_what, id, answers, seen) => {
    expect(await back(id, answers)).toBe(seen)
  })
})

describe('reading back a disable', () => {
  const look = async (over: {
    lists?: Partial<Record<OperationId, unknown>>
    enterpriseGlobalId?: string | null
    known?: readonly string[]
    record?: { locked: boolean | null; readAt: number; enterpriseGlobalId?: string } | null
    failure?: object | null
    /** The one whose list fails; all of them where none is named. */
    failing?: string
  }) => {
    const { client, seen } = platform(over.lists ?? {})
    const records = {
      enterprises: () => (over.known ?? ['E1']).map((enterpriseGlobalId) => ({ enterpriseGlobalId })),
      reread: (id: string) => Promise.resolve((over.failing ?? id) === id ? (over.failure ?? null) : null),
      known: () =>
        over.record === undefined || over.record === null
          ? null
          : { enterpriseGlobalId: 'E1', ...over.record },
    } as unknown as Records
    const row = {
      ...rowOf(null, 'LD7'),
      enterpriseGlobalId: over.enterpriseGlobalId === undefined ? 'E1' : over.enterpriseGlobalId,
    }
    const { signal } = new AbortController()
    const said = await changeKinds['order.lockAssets'].readBack?.(row, {
      client,
      records,
      now: () => 100,
      signal,
    })
    return { said, asked: seen.map(({ request }) => request) }
  }
  const elsewhere = { enterpriseGlobalId: 'E9' }

  it('needs no register: the enterprise stands in the intent', async () => {
    const listed = (locked: boolean | null) => ({ 'order.listAssets': [{ assetNum: 'LD7', locked }] })
    const { said, asked } = await look({ ...elsewhere, lists: listed(true) })
    expect([said, asked]).toEqual(['applied', [{ path: { enterpriseGlobalId: 'E9' } }]])
    expect((await look({ ...elsewhere, lists: listed(false) })).said).toBe('not-applied')
    expect((await look({ ...elsewhere, lists: listed(null) })).said).toBe('not-visible')
    expect((await look({ ...elsewhere, lists: { 'order.listAssets': [] } })).said).toBe('not-visible')
    expect((await look({ ...elsewhere, lists: { 'order.listAssets': new Error('no') } })).said).toBe(
      'not-read',
    )
  })

  it('says which list is missing: its enterprise, what could not be read, or the lock on it', async () => {
    expect((await look({ enterpriseGlobalId: null })).said).toBe('no-enterprise')
    expect((await look({ enterpriseGlobalId: null, failure: {} })).said).toBe('not-read')
    expect((await look({ failure: {} })).said).toBe('not-read')
    expect((await look({})).said).toBe('not-visible')
    expect((await look({ record: { locked: true, readAt: 99 } })).said).toBe('not-read')
    expect((await look({ record: { locked: true, readAt: 100 } })).said).toBe('applied')
    expect((await look({ enterpriseGlobalId: null, record: { locked: false, readAt: 100 } })).said).toBe(
      'not-applied',
    )
  })

  it('takes no list that could not be read now for a new one, wherever the clock has gone', async () => {
    const record = { locked: false, readAt: 3_600_100 }
    expect((await look({ record, failure: {} })).said).toBe('not-read')
    // Of all the enterprises, that of the record counts.
    const anywhere = { enterpriseGlobalId: null, known: ['E1', 'E2'], record, failure: {} }
    expect((await look({ ...anywhere, failing: 'E1' })).said).toBe('not-read')
    expect((await look({ ...anywhere, failing: 'E2' })).said).toBe('not-applied')
  })
})
