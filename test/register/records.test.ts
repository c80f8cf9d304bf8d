import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlatformClient } from '../../src-main/platform/client'
import { createPeople } from '../../src-main/register/people'
import type { People } from '../../src-main/register/people'
import { createRecords } from '../../src-main/register/records'
import type { Records } from '../../src-main/register/records'
import { createRegister, emptyRegister } from '../../src-main/register/register'
import type { Register, RegisterContent } from '../../src-main/register/register'
import { statesOf } from '../../src-shared/model/lock-record'
import { clientFor } from '../support/client'
import { envelope, refusal, startPlatformDouble } from '../support/platform-double'
import type { Answer } from '../support/platform-double'

type Double = Awaited<ReturnType<typeof startPlatformDouble>>

const day = 86_400
const end = 1_900_000_000

let double: Double
let client: PlatformClient
let register: Register
let records: Records
let people: People
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
    // Two pages, and an envelope that says nothing about further ones.
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
  let content: RegisterContent = emptyRegister
  const file = {
    read: () => content,
    update: (change: (before: RegisterContent) => RegisterContent) =>
      Promise.resolve(void (content = change(content))),
  }
  register = createRegister({ file, client, platform: 'p' })
  await register.add([
    { enterpriseGlobalId: 'E1', enterpriseName: '北桥', channelCode: null, channelCustomerId: null },
  ])
  const timeUnit = () => 'auto' as const
  people = createPeople({ client, timeUnit, now: () => now })
  records = createRecords({ client, register, people, timeUnit, now: () => now })
})
afterEach(async () => {
  records.stop()
  people.stop()
  await client.stop()
  await double.stop()
})

describe('looking up', () => {
  it('finds a lock by shell number, grouped or full-width, and by its whole asset number', async () => {
    for (const typed of ['8000000017', '8000 000 017', '８０００００００１７', 'LD8000000017']) {
      expect(await records.lookUp(typed, 'fresh')).toMatchObject({
        state: 'found',
        record: { assetNum: 'LD8000000017', enterpriseName: '北桥', holder: { name: '陈宇' }, lent: false },
      })
    }
  })

  it('never takes a part of a number', async () => {
    for (const typed of ['800000001', '80000000170', '000000017']) {
      expect(await records.lookUp(typed, 'fresh')).toEqual({ state: 'not-a-number' })
    }
  })

  it('says “on none of the lists”, not “does not exist”', async () => {
    expect(await records.lookUp('8000009999', 'fresh')).toEqual({
      state: 'not-listed',
      enterprises: 1,
      failure: null,
    })
  })

  it('finds what has no shell number by its asset number', async () => {
    expect(await records.lookUp('CERT-1', 'fresh')).toMatchObject({
      state: 'found',
      record: { shellNumber: null, freezing: true },
    })
  })

  it('reads seconds and milliseconds, flags in any spelling, and numbers without their shell number', async () => {
    const first = await records.lookUp('8000000017', 'fresh')
    const second = await records.lookUp('8000000018', 'known')
    expect(first).toMatchObject({ record: { limitEnd: end * 1000, chipGeneration: 5, locked: false } })
    expect(second).toMatchObject({ record: { limitEnd: end * 1000, locked: true, lent: true } })
    expect(await records.lookUp('8000000021', 'known')).toMatchObject({
      record: { lent: true, holder: { memberGlobalId: 'M2', name: 'Ana' } },
    })
  })

  it('asks which, when two assets carry the same digits', async () => {
    expect(await register.addByChannel('CH', '42')).toEqual({ ok: true, value: 1 })
    await records.refreshAll()
    expect(await records.lookUp('8000000017', 'known')).toMatchObject({
      state: 'ambiguous',
      records: [{ enterpriseGlobalId: 'E1' }, { enterpriseGlobalId: 'E2' }],
    })
  })

  it('answers from what it knew when the platform is gone, and says so', async () => {
    await records.refreshAll()
    now += 60_000
    failing = 'cut'
    expect(await records.lookUp('8000000017', 'fresh')).toMatchObject({
      state: 'found',
      record: { readAt: 1_000_000 },
      failure: { code: 'unreachable' },
    })
  })

  it('needs no member centre for the record itself', async () => {
    members = refusal(60017)
    expect(await records.lookUp('8000000017', 'fresh')).toMatchObject({
      state: 'found',
      record: { lent: null, holder: null, locked: false },
    })
  })

  it('reads a list once for all who ask at the same time', async () => {
    await Promise.all(Array.from({ length: 10 }, () => records.lookUp('8000000017', 'fresh')))
    expect(double.calls.filter(({ path }) => path.endsWith('/list'))).toHaveLength(1)
  })

  it('rereads after a change even while an older reading is under way', async () => {
    const old = records.refresh('E1')
    await records.reread('E1')
    await old
    expect(double.calls.filter(({ path }) => path.endsWith('/list'))).toHaveLength(2)
  })
})

describe('the rows of the lists', () => {
  const slice = (enterpriseGlobalId: string | null, from = 0, limit = 5_000) =>
    records.list(enterpriseGlobalId, from, limit)
  const numbers = (...asked: Parameters<typeof slice>) => slice(...asked).rows.map(({ assetNum }) => assetNum)

  it('are none before the first reading', () => {
    expect(slice('E1')).toEqual({ rows: [], total: 0, version: 0, readAt: null, failure: null })
  })

  it('come in slices, of one enterprise or of all one after another', async () => {
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

  it('carry what the platform says of an asset, and null for what it leaves out', async () => {
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

  it('are of another version when one has changed, and of the same when only the time has', async () => {
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

  it('stay with their reason where the next reading fails', async () => {
    await records.refreshAll()
    failing = refusal(13004)
    expect(await records.refresh('E1')).toMatchObject({ businessCode: '13004' })
    expect(slice(null)).toMatchObject({ total: 4, readAt: 1_000_000, failure: { businessCode: '13004' } })
  })

  it('name their holders as they are called since', async () => {
    await records.refreshAll()
    const { version } = slice('E1')
    const refreshed: string[] = []
    records.onRefreshed((enterpriseGlobalId) => refreshed.push(enterpriseGlobalId))
    members = envelope({ list: [{ globalId: 'M1', name: '陈宇航' }] })
    await people.reread('E1')
    expect(refreshed).toEqual(['E1'])
    expect(slice('E1').version).not.toBe(version)
    expect(slice('E1').rows[0]?.holder).toEqual({ memberGlobalId: 'M1', name: '陈宇航' })
    expect(records.known('LD8000000017', null)?.holder?.name).toBe('陈宇航')
    expect(await records.lookUp('8000000017', 'known')).toMatchObject({
      record: { holder: { name: '陈宇航' } },
    })
  })

  it('go with their enterprise', async () => {
    await records.refreshAll()
    const { version } = slice(null)
    await register.remove('E1')
    expect(slice(null)).toMatchObject({ rows: [], total: 0 })
    expect(slice(null).version).not.toBe(version)
    expect(slice('E1').total).toBe(0)
    expect(records.known('LD8000000017', null)).toBeNull()
  })

  it('do not come back with a reading that was under way', async () => {
    const reading = records.refresh('E1')
    await register.remove('E1')
    await reading
    expect(slice('E1').total).toBe(0)
  })

  it('do not wait for a thousand pages of names', async () => {
    people.stop()
    const waits = { ...people, ready: () => new Promise<void>(() => undefined) }
    records.stop()
    records = createRecords({ client, register, people: waits, timeUnit: () => 'auto', now: () => now })
    expect(await records.refresh('E1')).toBeNull()
    expect(slice('E1')).toMatchObject({
      total: 4,
      rows: [{ holder: { memberGlobalId: 'M1', name: null } }, {}, {}, {}],
    })
  })
})

describe('the register', () => {
  it('is given in slices, which say where another is in it', async () => {
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

describe('what this desk has changed since the lists were read', () => {
  const shown = async (number = '8000000017') => {
    const found = await records.lookUp(number, 'known')
    return found.state === 'found' ? found.record : null
  }
  const disabled = (assetNum: string) => ({
    enterpriseGlobalId: 'E1',
    assetNum,
    to: { locked: true },
    at: records.moment(),
  })

  it('is shown wherever a record is, under another version, and is no evidence', async () => {
    await records.refresh('E1')
    const { version } = records.list('E1', 0, 10)
    const told: (readonly string[])[] = []
    records.onNoted((ids) => told.push(ids))
    records.noteChanged([disabled('LD8000000017')])
    expect(told).toEqual([['E1']])
    expect(await shown()).toMatchObject({ locked: true, holder: { name: '陈宇' } })
    const { looked } = await records.lookUpMany(['LD8000000017'], 'known')
    expect(looked).toMatchObject([{ record: { locked: true } }])
    expect(await records.search('0017', 5)).toMatchObject({ rows: [{ locked: true }] })
    const list = records.list('E1', 0, 10)
    expect(list.rows[0]?.locked).toBe(true)
    expect(list.version).not.toBe(version)
    expect(records.list(null, 0, 1).version).toBe(list.version)
    expect(records.known('LD8000000017', 'E1')?.locked).toBe(false)
  })

  it('names who holds it now', async () => {
    await records.refresh('E1')
    const to = { holder: { memberGlobalId: 'M2', name: null } }
    records.noteChanged([disabled('LD8000000017'), { ...disabled('LD8000000017'), to }])
    await vi.waitFor(async () =>
      expect(await shown()).toMatchObject({ locked: true, holder: { name: 'Ana' } }),
    )
  })

  it('gives way to a list that was read after it, whatever that says, and not to one on its way', async () => {
    await records.refresh('E1')
    const before = records.moment()
    const reading = records.refresh('E1')
    const late = disabled('LD8000000017')
    expect(late.at).toBeGreaterThan(before)
    records.noteChanged([{ ...disabled('LD8000000018'), to: { locked: false }, at: before }, late])
    expect(await shown('8000000018')).toMatchObject({ locked: false })
    await reading
    expect(await shown()).toMatchObject({ locked: true })
    expect(await shown('8000000018')).toMatchObject({ locked: true })
    const { version } = records.list('E1', 0, 1)
    await records.refresh('E1')
    expect(await shown()).toMatchObject({ locked: false })
    expect(records.list('E1', 0, 1).version).not.toBe(version)
  })

  it('that comes after such a list is old news', async () => {
    const change = disabled('LD8000000017')
    await records.refresh('E1')
    const { version } = records.list('E1', 0, 1)
    records.noteChanged([change])
    expect(await shown()).toMatchObject({ locked: false })
    expect(records.list('E1', 0, 1).version).toBe(version)
  })

  it('stands while the lists cannot be read', async () => {
    await records.refresh('E1')
    records.noteChanged([disabled('LD8000000017')])
    failing = { status: 503, body: '' }
    await records.refresh('E1')
    expect(await shown()).toMatchObject({ locked: true })
  })

  it('is shown of neither of two assets with one number', async () => {
    assets['E1'] = [1, 2].map((id) => ({ id, assetNum: 'LD8000000017', locked: false }))
    await records.refresh('E1')
    records.noteChanged([disabled('LD8000000017')])
    expect(records.list('E1', 0, 2).rows.map(({ locked }) => locked)).toEqual([false, false])
  })
})

describe('many rows', () => {
  const count = 30_000

  it('are looked up with turns for others in between', async () => {
    assets['E1'] = Array.from({ length: count }, (_, index) => ({
      assetNum: `LD8${String(index).padStart(9, '0')}`,
      locked: false,
    }))
    await records.refreshAll()
    let turns = 0
    const counting = setInterval(() => (turns += 1), 0)
    const asked = Array.from({ length: count }, (_, index) => `8${String(index).padStart(9, '0')}`)
    const { looked } = await records.lookUpMany(asked, 'known')
    clearInterval(counting)
    expect(looked.every(({ state }) => state === 'found')).toBe(true)
    expect(turns).toBeGreaterThan(2)
  })

  it('are found in hundreds of lists as those stand now, whichever was read again or is gone', async () => {
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
      const { looked } = await records.lookUpMany(numbers, 'known')
      return numbers.filter((_, at) => looked[at]?.state === 'found')
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

describe('the states of a record', () => {
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

  it('stand in the order of what matters most', () => {
    expect(at({})).toEqual(['enabled'])
    expect(at({ lent: true, locked: true, limitEnd: 999, freezing: true })).toEqual([
      'frozen',
      'expired',
      'disabled',
      'lent',
    ])
    expect(at({ limitEnd: 1000 + day })).toEqual(['enabled'])
  })

  it('are unknown where the platform did not say', () => {
    expect(at({ locked: null, lent: true })).toEqual(['unknown'])
    expect(statesOf(null, 0)).toEqual(['unknown'])
  })
})
