import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ChangeRow, RowOperation } from '#shared/model/changes/change-rows'
import { changeRowSchemas } from '#shared/model/changes/change-rows'
import { changingOperationIds, operations } from '#shared/operations'
import type { ChangingOperationId, OperationId } from '#shared/operations'
import { fail, succeed } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { ChangeOperation, ReadBackDeps } from '../../src-main/changes/operations/change-operation'
import { changeOperations } from '../../src-main/changes/operations/change-operations'
import type { Json, JournalRow } from '../../src-main/journal/record'
import type { PlatformClient } from '../../src-main/platform/client'
import type { AssetDirectory } from '../../src-main/directory/asset-directory'

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

interface ReadBackFinding {
  readonly id: OperationId
  readonly request: unknown
}

/** A platform that answers each operation with the given data, or with a function of the request. */
const platform = (answers: Partial<Record<OperationId, unknown>>) => {
  const seen: ReadBackFinding[] = []
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
  kind: ChangeOperation,
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

/** A stored row of each row operation, as in the journal. */
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

describe('change operations', () => {
  it('cover every changing operation of the API', () => {
    expect(Object.keys(changeOperations).sort()).toEqual([...changingOperationIds].sort())
    for (const id of changingOperationIds) expect(changeOperations[id].operation).toBe(id)
  })

  it.each(Object.entries(stored))('%s makes a valid request', async (id, request) => {
    const kind = changeOperations[id as ChangingOperationId]
    const secret = id === 'order.batchOrder' ? '[{"sequence":1}]' : 'Secret-1'
    const { seen } = await send(kind, [rowOf(request)], answersList(kind.operation) ? [] : {}, [secret])
    const { path, body } = seen[0]?.request as { path?: Record<string, string>; body?: unknown }
    const { path: template, body: schema } = operations[kind.operation]
    for (const [, name] of template.matchAll(/\{(\w+)\}/g)) expect(path?.[name ?? '']).toMatch(/^[EM]1$/)
    if (schema !== null) expect(schema.strict().safeParse(body)).toMatchObject({ success: true })
  })

  it('store no passwords', () => {
    const withPasswords: RowOperation[] = ['member.addEmployees', 'member.resetPassword']
    for (const id of withPasswords) expect(Object.keys(changeRowSchemas[id].shape)).toContain('password')
    expect(JSON.stringify(stored)).not.toContain('password"')
  })
})

describe('binding a customer', () => {
  const { 'order.bindCustomer': request } = stored
  const bound = { enterpriseGlobalId: 'E9', enterpriseName: 'Other', customerId: 'K9' }

  it.each([
    ['1', 'done'],
    [null, 'done'],
    ['2', 'unknown'],
  ])('with the customer number %j in the response is %s', async (channelCustomerId, state) => {
    const kind = changeOperations['order.bindCustomer']
    const { verdicts } = await send(kind, [rowOf(request)], { ...bound, channelCustomerId })
    expect(verdicts).toMatchObject([{ state }])
    expect(JSON.stringify(verdicts).includes('E9')).toBe(state === 'done')
  })
})

describe('adding employees', () => {
  const rows = ['ab', 'abc', 'zhang'].map((account) => rowOf(employee(account), account))
  const added = (userName: string) => ({ userName, globalId: `G-${userName}` })

  it('sends each employee with their own password and an exact department', async () => {
    const { seen } = await send(changeOperations['member.addEmployees'], rows, {}, ['p1', 'p2', 'p3'])
    const { userList } = (seen[0]?.request as { body: { userList: object[] } }).body
    expect(userList).toMatchObject([
      { userName: 'ab', password: 'p1', departmentId: 5317046820917364501n },
      { password: 'p2' },
      { password: 'p3' },
    ])
  })

  it('finds each employee in the response by account with the enterprise code appended', async () => {
    const { verdicts } = await send(changeOperations['member.addEmployees'], rows, {
      succeeded: [added('ab@north'), added('abc@north')],
      failed: [{ userName: 'zhang', message: 'the account exists' }],
    })
    expect(verdicts).toMatchObject([
      { state: 'done', result: { memberGlobalId: 'G-ab@north' } },
      { state: 'done', result: { memberGlobalId: 'G-abc@north' } },
      { state: 'failed', reason: { kind: 'said', message: 'the account exists' } },
    ])
  })

  it('leaves an employee that is missing in the response unconfirmed', async () => {
    const { verdicts } = await send(changeOperations['member.addEmployees'], rows, {
      succeeded: [{ ...added('abc@north'), name: 'Name of abc' }],
    })
    expect(verdicts.map(({ state }) => state)).toEqual(['unknown', 'done', 'unknown'])
  })

  describe('with one account a prefix of another', () => {
    const read = async (accounts: string[], succeeded: object[], failed: object[] = []) => {
      const requestedRows = accounts.map((account) => rowOf(employee(account), account))
      const { verdicts } = await send(changeOperations['member.addEmployees'], requestedRows, {
        succeeded,
        failed,
      })
      return verdicts.map(({ state, result }) => [
        state,
        (result as { memberGlobalId?: string } | undefined)?.memberGlobalId,
      ])
    }
    const unknown = ['unknown', undefined]

    it('matches by the code appended to every account', async () => {
      // Matching by the longest account alone took “anna1” with code “a1” for “anna” and swapped the IDs.
      expect(await read(['ann', 'anna', 'bo'], [added('anna1'), added('annaa1'), added('boa1')])).toEqual([
        ['done', 'G-anna1'],
        ['done', 'G-annaa1'],
        ['done', 'G-boa1'],
      ])
    })

    it('matches by the name', async () => {
      const one = { ...added('anna1'), name: 'Name of ann' }
      expect(await read(['ann', 'anna'], [one])).toEqual([['done', 'G-anna1'], unknown])
    })

    it('is unconfirmed where the response omits one employee and has no names', async () => {
      expect(await read(['ann', 'anna'], [added('anna1')])).toEqual([unknown, unknown])
    })

    it('is unconfirmed where one account was requested twice', async () => {
      const failed = [{ userName: 'ann', message: 'exists' }]
      expect(await read(['ann', 'ann', 'bo'], [added('ann1'), added('bo1')], failed)).toEqual([
        unknown,
        unknown,
        ['done', 'G-bo1'],
      ])
    })

    it('is unconfirmed where the response lists it as added and failed', async () => {
      const other = { ...added('ann1'), globalId: 'G-other' }
      expect(await read(['ann'], [added('ann1'), other])).toEqual([unknown])
      expect(await read(['ann'], [added('ann1')], [{ userName: 'ann', message: 'exists' }])).toEqual([
        unknown,
      ])
    })

    it('is completed where the response lists it twice', async () => {
      expect(await read(['ann'], [added('ann1'), added('ann1')])).toEqual([['done', 'G-ann1']])
    })
  })

  it('reads the added employees from error 60027 and from no other', () => {
    const refusal = (businessCode: string): PlatformFailure => ({
      code: 'refused',
      businessCode,
      message: '',
      changed: 'partly',
      data: { succeeded: [added('ab@north')], failed: [{ userName: 'abc', message: 'no' }] },
    })
    const { readRejection } = changeOperations['member.addEmployees']
    expect(readRejection(rows, refusal('60027'))?.map(({ state }) => state)).toEqual([
      'done',
      'failed',
      'unknown',
    ])
    expect(readRejection(rows, refusal('60013'))).toBeNull()
  })

  it('sends at most 100 rows per request, whatever the setting', () => {
    expect(changeOperations['member.addEmployees'].rowsPerRequest(1000)).toBe(100)
    expect(changeOperations['member.lendAssets'].rowsPerRequest(1000)).toBe(1)
  })
})

describe('reading back', () => {
  const back = (
    id: ChangingOperationId,
    answers: Partial<Record<OperationId, unknown>>,
    request = stored,
  ) => {
    const row = rowOf(request[id as keyof typeof stored])
    const deps: ReadBackDeps = {
      client: platform(answers).client,
      directory: {} as AssetDirectory,
      now: () => 0,
      signal: new AbortController().signal,
    }
    return changeOperations[id].readBack?.(row, deps) ?? Promise.resolve('manual review only')
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
      'an existing employee',
      'member.addEmployees',
      employees({ globalId: 'G', userName: 'chenyu@n', name: 'Name of chenyu' }),
      'applied',
    ],
    [
      'a missing employee',
      'member.addEmployees',
      employees({ globalId: 'G', userName: 'other@n', name: 'x' }),
      'not-applied',
    ],
    [
      'another employee of the same name with a longer account',
      'member.addEmployees',
      employees(
        { globalId: 'G', userName: 'chenyufei@n', name: 'Name of chenyu' },
        { globalId: 'H', userName: 'bo@n', name: 'x' },
        { globalId: 'I', userName: 'li@n', name: 'y' },
      ),
      'not-visible',
    ],
    [
      'another account with the same prefix',
      'member.addEmployees',
      employees({ globalId: 'G', userName: 'chenyufei@n', name: 'x' }),
      'not-visible',
    ],
    ['no list', 'member.addEmployees', gone, 'not-read'],
    [
      'a deleted employee that is still listed',
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
      'an unchanged employee',
      'member.editEmployee',
      employees({
        globalId: 'M1',
        name: 'Old',
        passwordMobile: '13800000000',
        departmentId: '5317046820917364501',
      }),
      'not-applied',
    ],
    ['a removed employee', 'member.editEmployee', employees({ globalId: 'M2' }), 'not-visible'],
    [
      'assigned and withdrawn assets',
      'member.assignAssets',
      holders(['LD1', null], ['LD2', 'M1'], ['LD3', 'M1']),
      'applied',
    ],
    [
      'unchanged assets',
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
    ['an unlisted asset', 'member.assignAssets', holders(['LD1', null], ['LD2', 'M1']), 'not-visible'],
    ['a lent lock', 'member.lendAssets', { ...lock(true, 'M1'), ...holders(['LD1', 'M1', true]) }, 'applied'],
    [
      'a free lock',
      'member.lendAssets',
      { ...lock(false, null), ...holders(['LD1', 'M1', false]) },
      'not-applied',
    ],
    [
      'a lock lent to another employee',
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
      'an unlisted lock',
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
    ['a missing customer', 'order.bindCustomer', { 'order.queryCustomers': [] }, 'not-applied'],
    ['a password', 'member.resetPassword', {}, 'manual review only'],
    ['a new enterprise', 'order.createEnterprise', {}, 'manual review only'],
    ['a customer’s address', 'order.updateCustomer', {}, 'manual review only'],
    ['an order batch', 'order.batchOrder', {}, 'manual review only'],
    ['shell numbers', 'order.allocateShellNumbers', {}, 'manual review only'],
  ])('finds the result for %s', async (_what, id, answers, seen) => {
    expect(await back(id, answers)).toBe(seen)
  })
})

describe('reading back a disable', () => {
  const readBackResult = async (over: {
    lists?: Partial<Record<OperationId, unknown>>
    enterpriseGlobalId?: string | null
    known?: readonly string[]
    record?: { locked: boolean | null; readAt: number; enterpriseGlobalId?: string } | null
    failure?: object | null
    /** The enterprise whose list fails; all of them if not given. */
    failing?: string
  }) => {
    const { client, seen } = platform(over.lists ?? {})
    const directory = {
      enterprises: () => (over.known ?? ['E1']).map((enterpriseGlobalId) => ({ enterpriseGlobalId })),
      reread: (id: string) => Promise.resolve((over.failing ?? id) === id ? (over.failure ?? null) : null),
      known: () =>
        over.record === undefined || over.record === null
          ? null
          : { enterpriseGlobalId: 'E1', ...over.record },
    } as unknown as AssetDirectory
    const row = {
      ...rowOf(null, 'LD7'),
      enterpriseGlobalId: over.enterpriseGlobalId === undefined ? 'E1' : over.enterpriseGlobalId,
    }
    const { signal } = new AbortController()
    const finding = await changeOperations['order.lockAssets'].readBack?.(row, {
      client,
      directory,
      now: () => 100,
      signal,
    })
    return { said: finding, asked: seen.map(({ request }) => request) }
  }
  const elsewhere = { enterpriseGlobalId: 'E9' }

  it('reads the enterprise from the intent without the directory', async () => {
    const listed = (locked: boolean | null) => ({ 'order.listAssets': [{ assetNum: 'LD7', locked }] })
    const { said: finding, asked: requestedRows } = await readBackResult({
      ...elsewhere,
      lists: listed(true),
    })
    expect([finding, requestedRows]).toEqual(['applied', [{ path: { enterpriseGlobalId: 'E9' } }]])
    expect((await readBackResult({ ...elsewhere, lists: listed(false) })).said).toBe('not-applied')
    expect((await readBackResult({ ...elsewhere, lists: listed(null) })).said).toBe('not-visible')
    expect((await readBackResult({ ...elsewhere, lists: { 'order.listAssets': [] } })).said).toBe(
      'not-visible',
    )
    expect(
      (await readBackResult({ ...elsewhere, lists: { 'order.listAssets': new Error('no') } })).said,
    ).toBe('not-read')
  })

  it('names the missing list: its enterprise, the failed read or the lock on it', async () => {
    expect((await readBackResult({ enterpriseGlobalId: null })).said).toBe('no-enterprise')
    expect((await readBackResult({ enterpriseGlobalId: null, failure: {} })).said).toBe('not-read')
    expect((await readBackResult({ failure: {} })).said).toBe('not-read')
    expect((await readBackResult({})).said).toBe('not-visible')
    expect((await readBackResult({ record: { locked: true, readAt: 99 } })).said).toBe('not-read')
    expect((await readBackResult({ record: { locked: true, readAt: 100 } })).said).toBe('applied')
    expect(
      (await readBackResult({ enterpriseGlobalId: null, record: { locked: false, readAt: 100 } })).said,
    ).toBe('not-applied')
  })

  it('does not take a list that failed to refresh for a new one, whatever the clock says', async () => {
    const record = { locked: false, readAt: 3_600_100 }
    expect((await readBackResult({ record, failure: {} })).said).toBe('not-read')
    // The enterprise of the record counts.
    const anywhere = { enterpriseGlobalId: null, known: ['E1', 'E2'], record, failure: {} }
    expect((await readBackResult({ ...anywhere, failing: 'E1' })).said).toBe('not-read')
    expect((await readBackResult({ ...anywhere, failing: 'E2' })).said).toBe('not-applied')
  })
})
