import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlatformClient } from '../../src-main/platform/client'
import { createEmployeeDirectory } from '../../src-main/directory/employee-directory'
import type { EmployeeDirectory } from '../../src-main/directory/employee-directory'
import { createAssetDirectory } from '../../src-main/directory/asset-directory'
import type { AssetDirectory } from '../../src-main/directory/asset-directory'
import { createEnterpriseList, emptyEnterpriseList } from '../../src-main/directory/enterprise-list'
import type { EnterpriseList, EnterpriseListContent } from '../../src-main/directory/enterprise-list'
import { statesOf } from '../../src-shared/model/locks/lock-record'
import { clientFor } from '../support/client'
import { envelope, refusal, startPlatformDouble } from '../support/platform-double'
import type { Answer } from '../support/platform-double'

type Double = Awaited<ReturnType<typeof startPlatformDouble>>

const day = 86_400
const end = 1_900_000_000

let double: Double
let client: PlatformClient
let register: EnterpriseList
let records: AssetDirectory
let employees: EmployeeDirectory
let assets: Record<string, unknown[]>
let members: Answer | null
let failing: Answer | null
let now: number

const answerFor = (path: string, query: Record<string, string>): Answer => {
  if (failing !== null) return failing
  const enterprise = path.split('/').find((part) => part in assets) ?? ''
  if (path.endsWith('/list')) return envelope(assets[enterprise])
  if (members !== null) return members
  if (path.endsWith('/assetNums')) {
    return envelope([
      { assetNum: 'LD8000000017', assetId: 1, cloudAccountGlobalId: 'M1', borrowedFlag: false },
      { assetNum: 'LD8000000018', assetId: 2, cloudAccountGlobalId: null, borrowedFlag: true },
    ])
  }
  if (path.endsWith('/borrowUsbKeys')) {
    return envelope([{ assetNum: 'LD8000000021', borrowedFlag: true, cloudAccountGlobalId: 'M2' }])
  }
  if (path.endsWith('/members')) {
    // Two pages, and an envelope without a page count.
    const page = [[{ globalId: 'M1', name: '陈宇' }], [{ globalId: 'M2', name: 'Ana' }]]
    return envelope({ list: page[Number(query['pageNum']) - 1] ?? [] })
  }
  if (path.endsWith('/query')) return envelope([{ enterpriseGlobalId: 'E2', enterpriseName: '南港' }])
  return refusal(13004)
}

beforeEach(async () => {
  assets = {
    E1: [
      {
        id: 1,
        assetNum: 'LD8000000017',
        keyShellNumber: '8000000017',
        locked: false,
        keyChipType: 2,
        limitEndTime: end,
      },
      { id: 2, assetNum: 'LD8000000018', keyShellNumber: '', locked: 1, limitEndTime: end * 1000 },
      { id: 3, assetNum: 'LD8000000021', locked: 'false', borrowedUsbKey: true },
      { id: 4, assetNum: 'CERT-1', freezing: true, locked: false },
    ],
    E2: [{ id: 9, assetNum: '8000000017', keyShellNumber: '8000000017', locked: false }],
  }
  members = null
  failing = null
  now = 1_000_000
  double = await startPlatformDouble(({ path, query }) => answerFor(path, query))
  client = clientFor(double)
  let content: EnterpriseListContent = emptyEnterpriseList
  const file = {
    read: () => content,
    update: (change: (before: EnterpriseListContent) => EnterpriseListContent) =>
      Promise.resolve(void (content = change(content))),
  }
  register = createEnterpriseList({ file, client, platformId: 'p' })
  await register.add([
    { enterpriseGlobalId: 'E1', enterpriseName: '北桥', channelCode: null, channelCustomerId: null },
  ])
  const times = () => ({ unit: 'auto', zone: null }) as const
  employees = createEmployeeDirectory({ client, times, now: () => now })
  records = createAssetDirectory({ client, register, employees, times, now: () => now })
})
afterEach(async () => {
  records.stop()
  employees.stop()
  await client.stop()
  await double.stop()
})

describe('lookUp', () => {
  it('finds a lock by shell number, grouped or full-width, and by its full asset number', async () => {
    for (const typed of ['8000000017', '8000 000 017', '８０００００００１７', 'LD8000000017']) {
      expect(await records.lookUp(typed, 'fresh')).toMatchObject({
        state: 'found',
        record: { assetNum: 'LD8000000017', enterpriseName: '北桥', holder: { name: '陈宇' }, lent: false },
      })
    }
  })

  it('finds an asset number in any case and width, and returns the record’s spelling', async () => {
    for (const typed of [
      'ld8000000018',
      'Ld8000 000 018',
      'ＬＤ８０００００００１８',
      'ｌｄ8000000018',
      'cert-1',
    ]) {
      expect(await records.lookUp(typed, 'fresh')).toMatchObject({
        state: 'found',
        record: { assetNum: typed === 'cert-1' ? 'CERT-1' : 'LD8000000018' },
      })
      const many = await records.lookUpMany([typed], 'known')
      expect(many.results).toMatchObject([{ state: 'found' }])
    }
  })

  it('returns multiple matches when two asset numbers differ only by case', async () => {
    assets['E1']?.push({ id: 5, assetNum: 'ld8000000018', locked: false })
    for (const typed of ['LD8000000018', 'ld8000000018', '8000000018']) {
      expect(await records.lookUp(typed, 'fresh')).toMatchObject({
        state: 'ambiguous',
        records: [{ assetNum: 'LD8000000018' }, { assetNum: 'ld8000000018' }],
      })
    }
    expect(records.known('ld8000000018', 'E1')).toMatchObject({ assetNum: 'ld8000000018', locked: false })
  })

  it('rejects amounts, formulas and sentences that are on no list', async () => {
    const none = [
      '-8000000110',
      '+8000000110',
      '=HYPERLINK("http://a/8000000110")',
      '8000000110 €',
      '8000000110-',
    ]
    for (const typed of none) {
      expect(await records.lookUp(typed, 'fresh')).toEqual({ state: 'not-a-number' })
    }
    expect((await records.lookUpMany(none, 'known')).results).toEqual(
      none.map(() => ({ state: 'not-a-number' })),
    )
  })

  it('suggests listed numbers similar to an unknown one', async () => {
    assets['E1']?.push({ id: 6, assetNum: 'LD-80-0000-7700', locked: false })
    const near = async (typed: string) => {
      const one = await records.lookUp(typed, 'fresh')
      const [inList] = (await records.lookUpMany([typed], 'known')).results
      const numbers = (found: typeof one | typeof inList) =>
        found?.state === 'not-listed' ? (found.near ?? []).map(({ assetNum }) => assetNum) : null
      expect(numbers(inList)).toEqual(numbers(one))
      return numbers(one)
    }
    // The same digits with another prefix, two digits swapped, one digit wrong, the digits of an asset number.
    expect(await near('XX8000000018')).toEqual(['LD8000000018', 'LD8000000017'])
    expect(await near('8000000071')).toEqual(['LD8000000017', 'LD8000000021'])
    expect(await near('6000000021')).toEqual(['LD8000000021'])
    expect(await near('8000007700')).toEqual(['LD-80-0000-7700'])
    expect(await near('8123456789')).toEqual([])
  })

  it('does not match a part of a number', async () => {
    for (const typed of ['800000001', '80000000170', '000000017']) {
      expect(await records.lookUp(typed, 'fresh')).toEqual({ state: 'not-a-number' })
    }
  })

  it('reports “not listed” instead of “does not exist”', async () => {
    expect(await records.lookUp('8000009999', 'fresh')).toEqual({
      state: 'not-listed',
      enterprises: 1,
      unread: 0,
      failure: null,
    })
  })

  it('reports the enterprises whose assets were never loaded', async () => {
    failing = { status: 503, body: '' }
    expect(await records.lookUp('8000009999', 'fresh')).toMatchObject({ state: 'not-listed', unread: 1 })
    expect(await records.lookUpMany(['8000009999'], 'fresh')).toMatchObject({ unread: 1 })
    failing = null
    await records.refreshAll()
    failing = { status: 503, body: '' }
    expect(await records.lookUp('8000009999', 'fresh')).toMatchObject({ unread: 0, failure: {} })
  })

  it('finds an asset without a shell number by its asset number', async () => {
    expect(await records.lookUp('CERT-1', 'fresh')).toMatchObject({
      state: 'found',
      record: { shellNumber: null, freezing: true },
    })
  })

  it('reads seconds and milliseconds, flags in any spelling, and asset numbers without a shell number', async () => {
    const first = await records.lookUp('8000000017', 'fresh')
    const second = await records.lookUp('8000000018', 'known')
    expect(first).toMatchObject({ record: { limitEnd: end * 1000, chipGeneration: 5, locked: false } })
    expect(second).toMatchObject({ record: { limitEnd: end * 1000, locked: true, lent: true } })
    expect(await records.lookUp('8000000021', 'known')).toMatchObject({
      record: { lent: true, holder: { memberGlobalId: 'M2', name: 'Ana' } },
    })
  })

  it('returns multiple matches when two assets have the same digits', async () => {
    expect(await register.addByChannel('CH', '42')).toEqual({ ok: true, value: 1 })
    await records.refreshAll()
    expect(await records.lookUp('8000000017', 'known')).toMatchObject({
      state: 'ambiguous',
      records: [{ enterpriseGlobalId: 'E1' }, { enterpriseGlobalId: 'E2' }],
    })
  })

  it('reads again after the clock was set back', async () => {
    await records.refreshAll()
    now -= 60 * 60_000
    Object.assign(assets['E1']?.[0] as object, { locked: true })
    expect(await records.lookUp('8000000017', 'fresh')).toMatchObject({ record: { locked: true } })
  })

  it('returns known records marked as such when the platform is unreachable', async () => {
    await records.refreshAll()
    now += 60_000
    failing = 'cut'
    expect(await records.lookUp('8000000017', 'fresh')).toMatchObject({
      state: 'found',
      record: { readAt: 1_000_000 },
      failure: { code: 'unreachable' },
    })
  })

  it('does not need the member center for the record itself', async () => {
    members = refusal(60017)
    expect(await records.lookUp('8000000017', 'fresh')).toMatchObject({
      state: 'found',
      record: { lent: null, holder: null, locked: false },
    })
  })

  it('reads a list once for simultaneous requests', async () => {
    await Promise.all(Array.from({ length: 10 }, () => records.lookUp('8000000017', 'fresh')))
    expect(double.calls.filter(({ path }) => path.endsWith('/list'))).toHaveLength(1)
  })

  it('reads a list again after a change even while an older read is in progress', async () => {
    const old = records.refresh('E1')
    await records.reread('E1')
    await old
    expect(double.calls.filter(({ path }) => path.endsWith('/list'))).toHaveLength(2)
  })
})

describe('licenses that were read', () => {
  it('are known for ten minutes, without reading', async () => {
    members = envelope({ productInstanceList: [{ productName: 'Bridge 3D' }], children: [] })
    expect(records.knownLicenses('1')).toBeNull()
    expect(double.calls).toHaveLength(0)
    expect(await records.licenses('1')).toMatchObject({ ok: true })
    const calls = double.calls.length
    now += 10 * 60_000 - 1
    expect(records.knownLicenses('1')?.products).toMatchObject([{ name: 'Bridge 3D' }])
    now += 1
    expect(records.knownLicenses('1')).toBeNull()
    expect(double.calls).toHaveLength(calls)
  })

  it('are not known after the clock was set back', async () => {
    members = envelope({ productInstanceList: [{ productName: 'Bridge 3D' }], children: [] })
    await records.licenses('1')
    now -= 60 * 60_000
    expect(records.knownLicenses('1')).toBeNull()
  })
})

describe('rows of the lists', () => {
  const slice = (enterpriseGlobalId: string | null, from = 0, limit = 5_000) =>
    records.list(enterpriseGlobalId, from, limit)
  const numbers = (...args: Parameters<typeof slice>) => slice(...args).rows.map(({ assetNum }) => assetNum)

  it('are empty before the first read', () => {
    expect(slice('E1')).toEqual({ rows: [], total: 0, version: 0, readAt: null, failure: null })
  })

  it('come in slices, of one enterprise or of all in order', async () => {
    await register.addByChannel('CH', '42')
    await records.refreshAll()
    const all = [...(assets['E1'] ?? []), ...(assets['E2'] ?? [])].map(
      (asset) => (asset as { assetNum: string }).assetNum,
    )
    expect(numbers('E1')).toEqual(all.slice(0, 4))
    expect(numbers('E1', 1, 2)).toEqual(all.slice(1, 3))
    expect(numbers(null, 3, 5)).toEqual(all.slice(3))
    expect(numbers(null, 1, 3)).toEqual(all.slice(1, 4))
    expect(numbers(null, 5)).toEqual([])
    expect(slice(null, 4)).toMatchObject({ total: 5, readAt: now, failure: null })
    expect(slice('E2').total).toBe(1)
  })

  it('carry the platform’s fields, and null for missing ones', async () => {
    assets['E1']?.push({
      assetNum: 'LD9',
      customerId: 7,
      grantable: 'Y',
      createTime: end,
      updateTime: 0,
      assignStatus: { assignStatus: 'ASSIGNED', assignMemberId: 'M2' },
      assetExtends: [{ extendCode: 'gxxp', extendValue: 1 }, { extendValue: 'x' }, { extendCode: 'bare' }],
    })
    await records.refreshAll()
    expect(slice('E1').rows.at(-1)).toMatchObject({
      customerId: '7',
      grantable: true,
      createdAt: end * 1000,
      updatedAt: null,
      assignStatus: 'ASSIGNED',
      holder: { memberGlobalId: 'M2', name: 'Ana' },
      online: null,
      extensions: [
        { code: 'gxxp', value: '1' },
        { code: 'bare', value: null },
      ],
    })
    expect(slice('E1').rows[0]).toMatchObject({ assignStatus: null, extensions: null, grantable: null })
  })

  it('have a new version when a row changed, and the same when only the read time did', async () => {
    await records.refreshAll()
    const { version } = slice('E1')
    const all = slice(null).version
    now += 60_000
    await records.refreshAll()
    expect(slice('E1')).toMatchObject({ version, readAt: now })
    expect(slice(null).version).toBe(all)
    Object.assign(assets['E1']?.[0] as object, { locked: true })
    await records.refreshAll()
    expect(slice('E1').version).not.toBe(version)
    expect(slice(null).version).not.toBe(all)
  })

  it('stay with the failure when the next read fails', async () => {
    await records.refreshAll()
    failing = refusal(13004)
    expect(await records.refresh('E1')).toMatchObject({ businessCode: '13004' })
    expect(slice(null)).toMatchObject({ total: 4, readAt: 1_000_000, failure: { businessCode: '13004' } })
  })

  it('update the names of assigned employees', async () => {
    await records.refreshAll()
    const { version } = slice('E1')
    const refreshed: string[] = []
    records.onRefreshed((enterpriseGlobalId) => refreshed.push(enterpriseGlobalId))
    members = envelope({ list: [{ globalId: 'M1', name: '陈宇航' }] })
    await employees.reread('E1')
    expect(refreshed).toEqual(['E1'])
    expect(slice('E1').version).not.toBe(version)
    expect(slice('E1').rows[0]?.holder).toEqual({ memberGlobalId: 'M1', name: '陈宇航' })
    expect(records.known('LD8000000017', null)?.holder?.name).toBe('陈宇航')
    expect(await records.lookUp('8000000017', 'known')).toMatchObject({
      record: { holder: { name: '陈宇航' } },
    })
  })

  it('are removed with their enterprise', async () => {
    await records.refreshAll()
    const { version } = slice(null)
    await register.remove('E1')
    expect(slice(null)).toMatchObject({ rows: [], total: 0 })
    expect(slice(null).version).not.toBe(version)
    expect(slice('E1').total).toBe(0)
    expect(records.known('LD8000000017', null)).toBeNull()
  })

  it('do not return with a read that was in progress', async () => {
    const reading = records.refresh('E1')
    await register.remove('E1')
    await reading
    expect(slice('E1').total).toBe(0)
  })

  it('do not wait for a thousand pages of names', async () => {
    employees.stop()
    const waits = { ...employees, ready: () => new Promise<void>(() => undefined) }
    records.stop()
    records = createAssetDirectory({
      client,
      register,
      employees: waits,
      times: () => ({ unit: 'auto', zone: null }),
      now: () => now,
    })
    expect(await records.refresh('E1')).toBeNull()
    expect(slice('E1')).toMatchObject({
      total: 4,
      rows: [{ holder: { memberGlobalId: 'M1', name: null } }, {}, {}, {}],
    })
  })
})

describe('registered enterprises', () => {
  it('are returned in slices, which give the position of another one', async () => {
    const before = records.registered(0, 1)
    expect(before).toMatchObject({ rows: [{ enterpriseGlobalId: 'E1', assets: null }], total: 1 })
    await records.refresh('E1')
    expect(records.registered(0, 1)).toMatchObject({ rows: [{ assets: 4 }], version: before.version })
    await register.addByChannel('CRM', 'C-2')
    const { version, total, rows } = records.registered(1, 5)
    expect([total, rows.map(({ enterpriseGlobalId }) => enterpriseGlobalId)]).toEqual([2, ['E2']])
    expect(version).not.toBe(before.version)
  })
})

describe('lists that the platform did not answer', () => {
  const failures = () => records.enterprises().map(({ failure }) => failure?.code ?? null)
  const readsOf = (id: string) =>
    double.calls.filter(({ path }) => path.split('/').includes(id) && path.endsWith('/list')).length

  beforeEach(async () => {
    await register.addByChannel('CRM', 'C-2')
  })

  it('are all read again when the platform is back, and one that it refused is not', async () => {
    failing = 'cut'
    await records.refreshAll()
    expect(failures()).toEqual(['unreachable', 'unreachable'])
    failing = null
    expect(await records.probe()).toBeNull()
    expect(failures()).toEqual([null, 'unreachable'])
    records.retryUnanswered()
    await expect.poll(failures).toEqual([null, null])

    failing = refusal(13004)
    await records.refresh('E1')
    failing = 'cut'
    await records.refresh('E2')
    failing = null
    const reads = readsOf('E1')
    records.retryUnanswered()
    await expect.poll(failures).toEqual(['refused', null])
    expect(readsOf('E1')).toBe(reads)
  })

  it('are read again with growing pauses while they stay unanswered', async () => {
    const error = { code: 'unreachable', message: 'no answer', changed: 'no' }
    vi.useFakeTimers()
    const directory = createAssetDirectory({
      client: { call: () => Promise.resolve({ ok: false, error }) } as unknown as PlatformClient,
      register,
      employees,
      times: () => ({ unit: 'auto', zone: null }),
    })
    const read = vi.fn()
    directory.onRefreshed(read)
    const readsAfter = async (ms: number) => {
      read.mockClear()
      // Each response of the platform says again that it is back.
      for (let nth = 0; nth < 3; nth += 1) directory.retryUnanswered()
      await vi.advanceTimersByTimeAsync(ms)
      return read.mock.calls.length
    }
    try {
      await directory.refresh('E2')
      expect(await readsAfter(1)).toBe(1)
      expect(await readsAfter(1_990)).toBe(0)
      expect(await readsAfter(10)).toBe(1)
      expect(await readsAfter(3_980)).toBe(0)
      expect(await readsAfter(20)).toBe(1)
    } finally {
      directory.stop()
      vi.useRealTimers()
    }
  })
})

describe('changes on this computer since the lists were read', () => {
  const shown = async (number = '8000000017') => {
    const found = await records.lookUp(number, 'known')
    return found.state === 'found' ? found.record : null
  }
  const disabled = (assetNum: string) => ({
    enterpriseGlobalId: 'E1',
    assetNum,
    to: { locked: true },
    at: records.readGeneration(),
  })

  it('override records under a new version, and are no evidence', async () => {
    await records.refresh('E1')
    const { version } = records.list('E1', 0, 10)
    const notified: (readonly string[])[] = []
    records.onLocalChange((ids) => notified.push(ids))
    records.applyChanges([disabled('LD8000000017')])
    expect(notified).toEqual([['E1']])
    expect(await shown()).toMatchObject({ locked: true, holder: { name: '陈宇' } })
    const { results } = await records.lookUpMany(['LD8000000017'], 'known')
    expect(results).toMatchObject([{ record: { locked: true } }])
    expect(await records.search('0017', 5)).toMatchObject({ rows: [{ locked: true }] })
    const list = records.list('E1', 0, 10)
    expect(list.rows[0]?.locked).toBe(true)
    expect(list.version).not.toBe(version)
    expect(records.list(null, 0, 1).version).toBe(list.version)
    expect(records.known('LD8000000017', 'E1')?.locked).toBe(false)
  })

  it('show the new assignment', async () => {
    await records.refresh('E1')
    const to = { holder: { memberGlobalId: 'M2', name: null } }
    records.applyChanges([disabled('LD8000000017'), { ...disabled('LD8000000017'), to }])
    await vi.waitFor(async () =>
      expect(await shown()).toMatchObject({ locked: true, holder: { name: 'Ana' } }),
    )
  })

  it('are superseded by a list read after them, but not by one in progress', async () => {
    await records.refresh('E1')
    const before = records.readGeneration()
    const reading = records.refresh('E1')
    const late = disabled('LD8000000017')
    expect(late.at).toBeGreaterThan(before)
    records.applyChanges([{ ...disabled('LD8000000018'), to: { locked: false }, at: before }, late])
    expect(await shown('8000000018')).toMatchObject({ locked: false })
    await reading
    expect(await shown()).toMatchObject({ locked: true })
    expect(await shown('8000000018')).toMatchObject({ locked: true })
    const { version } = records.list('E1', 0, 1)
    await records.refresh('E1')
    expect(await shown()).toMatchObject({ locked: false })
    expect(records.list('E1', 0, 1).version).not.toBe(version)
  })

  it('that come after such a list are ignored', async () => {
    const change = disabled('LD8000000017')
    await records.refresh('E1')
    const { version } = records.list('E1', 0, 1)
    records.applyChanges([change])
    expect(await shown()).toMatchObject({ locked: false })
    expect(records.list('E1', 0, 1).version).toBe(version)
  })

  it('stay while the lists cannot be read', async () => {
    await records.refresh('E1')
    records.applyChanges([disabled('LD8000000017')])
    failing = { status: 503, body: '' }
    await records.refresh('E1')
    expect(await shown()).toMatchObject({ locked: true })
  })

  it('override neither of two assets with the same number', async () => {
    assets['E1'] = [1, 2].map((id) => ({ id, assetNum: 'LD8000000017', locked: false }))
    await records.refresh('E1')
    records.applyChanges([disabled('LD8000000017')])
    expect(records.list('E1', 0, 2).rows.map(({ locked }) => locked)).toEqual([false, false])
  })
})

describe('large lists', () => {
  const count = 30_000

  it('are searched in slices that yield to other work', async () => {
    assets['E1'] = Array.from({ length: count }, (_, index) => ({
      assetNum: `LD8${String(index).padStart(9, '0')}`,
      locked: false,
    }))
    await records.refreshAll()
    let turns = 0
    const counting = setInterval(() => (turns += 1), 0)
    const args = Array.from({ length: count }, (_, index) => `8${String(index).padStart(9, '0')}`)
    const { results } = await records.lookUpMany(args, 'known')
    clearInterval(counting)
    expect(results.every(({ state }) => state === 'found')).toBe(true)
    expect(turns).toBeGreaterThan(2)
  })

  it('are searched in hundreds of lists in their current state, after reads and removals', async () => {
    const ids = Array.from({ length: 150 }, (_, at) => `E${String(at + 100)}`)
    const numberOf = (id: string, row: number): string => `LD8${id.slice(1)}${String(row).padStart(6, '0')}`
    for (const id of ids)
      assets[id] = Array.from({ length: 5 }, (_, row) => ({ assetNum: numberOf(id, row), locked: false }))
    await register.add(
      ids.map((enterpriseGlobalId) => ({
        enterpriseGlobalId,
        enterpriseName: enterpriseGlobalId,
        channelCode: null,
        channelCustomerId: null,
      })),
    )
    await records.refreshAll()
    const numbers = ids.flatMap((id) => [0, 1, 2, 3, 4, 5].map((row) => numberOf(id, row)))
    const found = async () => {
      const { results } = await records.lookUpMany(numbers, 'known')
      return numbers.filter((_, at) => results[at]?.state === 'found')
    }
    const all = numbers.filter((number) => !number.endsWith('5'))
    expect(await found()).toEqual(all)
    assets['E103'] = [{ assetNum: numberOf('E103', 5), locked: false }]
    await records.refresh('E103')
    const others = all.filter((number) => !number.startsWith('LD8103'))
    expect(await found()).toEqual([...others, numberOf('E103', 5)].sort())
    await register.remove('E103')
    expect(await found()).toEqual(others)
  })
})

describe('statesOf', () => {
  const at = (over: object) =>
    statesOf(
      {
        shellNumber: null,
        assetNum: 'LD1',
        assetId: null,
        enterpriseGlobalId: 'E1',
        enterpriseName: null,
        licenseType: null,
        chipGeneration: null,
        locked: false,
        freezing: false,
        borrowedUsbKey: null,
        lent: false,
        holder: null,
        limitStart: null,
        limitEnd: null,
        createdAt: null,
        updatedAt: null,
        grantable: null,
        assignStatus: null,
        online: null,
        extensions: null,
        customerId: null,
        readAt: 0,
        ...over,
      },
      1000,
    )

  it('orders states by importance', () => {
    expect(at({})).toEqual(['enabled'])
    expect(at({ lent: true, locked: true, limitEnd: 999, freezing: true })).toEqual([
      'frozen',
      'expired',
      'disabled',
      'lent',
    ])
    expect(at({ limitEnd: 1000 + day })).toEqual(['enabled'])
  })

  it('returns unknown where the platform gave no state', () => {
    expect(at({ locked: null, lent: true })).toEqual(['unknown'])
    expect(statesOf(null, 0)).toEqual(['unknown'])
  })
})
