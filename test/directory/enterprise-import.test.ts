import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEnterpriseImports } from '../../src-main/directory/enterprise-import'
import type { EnterpriseImports } from '../../src-main/directory/enterprise-import'
import type { KeptImports } from '../../src-main/directory/kept-import'
import { createEnterpriseList, emptyEnterpriseList } from '../../src-main/directory/enterprise-list'
import type { EnterpriseList, EnterpriseListContent } from '../../src-main/directory/enterprise-list'
import type { PlatformClient } from '../../src-main/platform/client'
import type { EnterpriseImportChange, EnterpriseImportRow } from '../../src-shared/model/enterprise-import'
import { clientFor } from '../support/client'
import { envelope, refusal, startPlatformDouble } from '../support/platform-double'
import type { Answer } from '../support/platform-double'

type Double = Awaited<ReturnType<typeof startPlatformDouble>>

let double: Double
let client: PlatformClient
let register: EnterpriseList
let imports: EnterpriseImports
let kept: KeptImports
let content: EnterpriseListContent
let writes: number
let diskError: Error | null
let read: string[]
let changes: EnterpriseImportChange[]
let answerTo: (customer: string) => Answer | Promise<Answer>
let atOnce: number
let mostAtOnce: number

const known = (id: string) => ({
  enterpriseGlobalId: id,
  enterpriseName: `Enterprise ${id}`,
  channelCode: 'EAST',
  channelCustomerId: `C-${id}`,
})
const row = (line: number, part: Partial<EnterpriseImportRow>): EnterpriseImportRow => ({
  line,
  enterpriseGlobalId: null,
  enterpriseName: null,
  channelCode: null,
  channelCustomerId: null,
  finding: null,
  firstLine: null,
  ...part,
})
const customers = (ids: readonly string[]) =>
  ids.map((id, at) => row(at + 2, { channelCode: 'EAST', channelCustomerId: `C-${id}` }))
const newImports = () => {
  const made = createEnterpriseImports({
    client,
    register,
    readLists: (id) => Promise.resolve(void read.push(id)),
    kept,
    platformId: 'p',
  })
  made.onChange((change) => changes.push(change))
  return made
}
const states = () => imports.read(0, 5_000).rows.map(({ result }) => result.state)
const summary = () => imports.read(0, 1).import
const ids = () => register.list().map(({ enterpriseGlobalId }) => enterpriseGlobalId)

beforeEach(async () => {
  content = emptyEnterpriseList
  writes = 0
  diskError = null
  read = []
  changes = []
  kept = { byPlatform: new Map(), lastNumber: 0 }
  atOnce = 0
  mostAtOnce = 0
  answerTo = (customer) => envelope([known(customer.slice(2))])
  double = await startPlatformDouble(async ({ path, query }) => {
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    const customer = query['channelCustomerId'] ?? path.split('/').at(-2) ?? ''
    const answer = customer === 'connection-test' ? envelope([]) : await answerTo(customer)
    atOnce -= 1
    return answer
  })
  client = clientFor(double)
  const file = {
    read: () => content,
    update: async (change: (before: EnterpriseListContent) => EnterpriseListContent) => {
      await Promise.resolve()
      if (diskError !== null) throw diskError
      writes += 1
      content = change(content)
    },
  }
  register = createEnterpriseList({ file, client, platformId: 'p' })
  imports = newImports()
})
afterEach(async () => {
  await imports.stop()
  await client.stop()
  await double.stop()
})

describe('an import of enterprises', () => {
  it('looks up every row, adds what is found, and names each result', async () => {
    await register.add([known('1')])
    answerTo = (customer) => {
      if (customer === 'C-none') return envelope([])
      if (customer === 'C-bad') return refusal(13004, 'channelCode')
      if (customer === 'E-foreign') return refusal(60000)
      if (customer === 'E-unknown') return refusal(13004, 'enterpriseGlobalId: enterprise not found')
      if (customer === 'E-own') return envelope([])
      return envelope([known(customer.slice(2))])
    }
    imports.start([
      ...customers(['1', '2', 'none', 'bad']),
      row(6, { enterpriseGlobalId: 'E-foreign' }),
      row(7, { enterpriseGlobalId: 'E-own', enterpriseName: 'Own' }),
      row(8, { enterpriseGlobalId: '3', channelCode: 'EAST', channelCustomerId: 'C-3' }),
      row(9, { enterpriseGlobalId: '9', channelCode: 'EAST', channelCustomerId: 'C-4' }),
      row(10, { enterpriseGlobalId: 'E-unknown' }),
      row(11, { finding: 'duplicate', firstLine: 2 }),
    ])
    await imports.settled()
    expect(states()).toEqual([
      'known',
      'added',
      'not-found',
      'failed',
      'not-found',
      'added',
      'added',
      'failed',
      'not-found',
      'invalid',
    ])
    expect(summary()).toMatchObject({
      state: 'ended',
      rows: 10,
      counts: { added: 3, known: 1, 'not-found': 3, failed: 2, waiting: 0, invalid: 1 },
    })
    const rows = imports.read(0, 20).rows.map(({ result }) => result)
    expect(rows[3]).toMatchObject({ failure: { code: 'refused', businessCode: '13004' } })
    expect(rows[7]).toEqual({ state: 'failed', failure: null, enterpriseGlobalId: '4' })
    expect(ids().sort()).toEqual(['1', '2', '3', 'E-own'])
    expect(register.list().find(({ enterpriseGlobalId }) => enterpriseGlobalId === 'E-own')).toMatchObject({
      enterpriseName: 'Own',
      channelCode: null,
    })
    // Known rows cause no request, and an unknown enterprise one more, which proves the app's access.
    expect(double.calls.filter(({ query }) => query['channelCustomerId'] === 'C-1')).toHaveLength(0)
    expect(read.sort()).toEqual(['2', '3', 'E-own'])
  })

  it('says of a known enterprise that its name was updated, and shows the stored name in all its rows', async () => {
    await register.add([{ ...known('1'), enterpriseName: 'Old', channelCode: null, channelCustomerId: null }])
    imports.start([row(2, { enterpriseGlobalId: '1' }), ...customers(['1', '2'])])
    await imports.settled()
    const named = { enterpriseGlobalId: '1', enterpriseName: 'Enterprise 1' }
    expect(imports.read(0, 3).rows.map(({ result }) => result)).toEqual([
      { state: 'known', ...named },
      { state: 'known', ...named, isRenamed: true },
      { state: 'added', enterpriseGlobalId: '2', enterpriseName: 'Enterprise 2' },
    ])
    expect(changes.flatMap(({ rows }) => rows)).toContainEqual({
      index: 0,
      result: { state: 'known', ...named },
    })
    expect(register.list()[0]).toMatchObject(named)
    // The same name again is no change.
    imports.start(customers(['1']))
    await imports.settled()
    expect(imports.read(0, 1).rows[0]?.result).toEqual({ state: 'known', ...named })
  })

  it('looks up four at once and writes the list once for many rows', async () => {
    const many = Array.from({ length: 1_200 }, (_, at) => String(at))
    imports.start(customers(many))
    await imports.settled()
    expect(summary()?.counts.added).toBe(1_200)
    expect(mostAtOnce).toBeLessThanOrEqual(4 + 2)
    expect(writes).toBeLessThan(60)
    expect(ids()).toHaveLength(1_200)
    // Every row was reported once, and the last event has the final state.
    const reported = changes.flatMap(({ rows }) => rows.map(({ index }) => index))
    expect(new Set(reported).size).toBe(1_200)
    expect(changes.at(-1)?.import).toMatchObject({ state: 'ended', counts: { added: 1_200 } })
  })

  it('pauses without losing a row, continues, and looks up none twice', async () => {
    const seen: string[] = []
    let release = (): void => undefined
    const held = new Promise<void>((done) => (release = done))
    answerTo = async (customer) => {
      if (customer === 'C-5' && seen.length < 6) await held
      seen.push(customer)
      return envelope([known(customer.slice(2))])
    }
    const many = Array.from({ length: 40 }, (_, at) => String(at))
    imports.start(customers(many))
    await expect.poll(() => seen.length).toBeGreaterThan(3)
    imports.pause()
    release()
    await imports.settled()
    expect(summary()).toMatchObject({ state: 'paused', pause: { kind: 'requested' } })
    const { added = 0, waiting = 0 } = summary()?.counts ?? {}
    expect(added + waiting).toBe(40)
    expect(ids()).toHaveLength(added)
    imports.resume()
    // The paused run has not ended when the next one starts.
    imports.pause()
    imports.resume()
    await imports.settled()
    expect(summary()?.state).toBe('ended')
    expect(states().every((state) => state === 'added')).toBe(true)
    expect(ids()).toHaveLength(40)
  })

  it('pauses where the platform is not reached or denies access, and keeps the row waiting', async () => {
    let failing = true
    answerTo = (customer) =>
      customer === 'C-2' && failing ? refusal(60000) : envelope([known(customer.slice(2))])
    imports.start(customers(['1', '2', '3']))
    await imports.settled()
    expect(summary()).toMatchObject({
      state: 'paused',
      pause: { kind: 'platform', failure: { code: 'unauthorized' } },
    })
    expect(states()[1]).toBe('waiting')
    failing = false
    imports.resume()
    await imports.settled()
    expect(states()).toEqual(['added', 'added', 'added'])
  })

  it('reports nothing as added that is not on the disk', async () => {
    diskError = new Error('ENOSPC: no space left on device')
    imports.start(customers(['1', '2']))
    await imports.settled()
    expect(states()).toEqual(['waiting', 'waiting'])
    expect(summary()?.pause).toEqual({ kind: 'not-saved', message: diskError.message })
    diskError = null
    imports.resume()
    await imports.settled()
    expect(states()).toEqual(['added', 'added'])
  })

  it('retries the failed rows and those that were not looked up, and no other', async () => {
    const seen: string[] = []
    let failing = true
    answerTo = (customer) => {
      seen.push(customer)
      if (customer === 'C-2' && failing) return refusal(13004)
      return customer === 'C-3' ? envelope([]) : envelope([known(customer.slice(2))])
    }
    imports.start([
      ...customers(['1', '2', '3']),
      row(5, { enterpriseGlobalId: '9', channelCode: 'EAST', channelCustomerId: 'C-4' }),
    ])
    await imports.settled()
    expect(states()).toEqual(['added', 'failed', 'not-found', 'failed'])
    failing = false
    seen.length = 0
    imports.retry()
    await imports.settled()
    expect(states()).toEqual(['added', 'added', 'not-found', 'failed'])
    expect(seen).toEqual(['C-2'])
  })

  it('is canceled: the rest is not looked up, until it is retried or dismissed', async () => {
    imports.start(customers(Array.from({ length: 50 }, (_, at) => String(at))))
    imports.cancel()
    await imports.settled()
    expect(summary()).toMatchObject({ state: 'ended', counts: { waiting: 50 - ids().length } })
    imports.dismiss()
    expect(summary()).toBeNull()
    expect(changes.at(-1)).toEqual({ import: null, rows: [] })
  })

  it('pauses where a fault hits row after row', async () => {
    answerTo = () => ({ body: 'not JSON' })
    imports.start(customers(Array.from({ length: 60 }, (_, at) => String(at))))
    await imports.settled()
    expect(summary()).toMatchObject({ state: 'paused', pause: { failure: { code: 'malformed' } } })
    expect(summary()?.counts.waiting).toBeGreaterThan(40)
  })

  it('waits for its platform to be opened again', async () => {
    imports.start(customers(Array.from({ length: 60 }, (_, at) => String(at))))
    await imports.stop()
    const stopped = kept.byPlatform.get('p')
    expect(stopped).toMatchObject({ state: 'paused', pause: { kind: 'platform-switched' } })
    const before = ids().length
    expect(stopped?.results.filter(({ state }) => state === 'added')).toHaveLength(before)
    imports = newImports()
    imports.resume()
    await imports.settled()
    expect(ids()).toHaveLength(60)
  })

  it('refuses a second import while one runs', async () => {
    imports.start(customers(['1', '2']))
    expect(imports.start(customers(['3']))).toBeNull()
    await imports.settled()
    expect(imports.start(customers(['3']))?.number).toBe(2)
  })
})
