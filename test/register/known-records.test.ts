import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import { followRemovals } from '../../src-main/environments/follow-removals'
import type { PlatformClient } from '../../src-main/platform/client'
import { forgetKnownRecords, keepKnownRecords } from '../../src-main/register/known-records'
import {
  knownRecordsFile,
  knownRecordsFolder,
  readKnownRecords,
} from '../../src-main/register/known-records-file'
import { createPeople } from '../../src-main/register/people'
import { createRecords } from '../../src-main/register/records'
import type { Register } from '../../src-main/register/register'

const environment = 'https://platform.example'
const away: PlatformFailure = { code: 'unreachable', message: 'ENETDOWN', changed: 'no' }
const number = '8000000017'

let userData: string
const stops: (() => Promise<void> | void)[] = []
beforeEach(async () => {
  userData = await mkdtemp(join(tmpdir(), 'known-'))
})
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  await rm(userData, { recursive: true, force: true })
})

const assetsOf = (locked: boolean) => [
  {
    assetNum: 'LD8000000017',
    keyShellNumber: number,
    locked,
    licenseType: 'normal_recover_usbkey',
    assignStatus: { assignMemberId: 'M1', assignStatus: null },
  },
  { assetNum: 'LD8000000018', keyShellNumber: '8000000018', locked: false },
]

/** A desk of one enterprise, from its start to its end. */
const startDesk = (
  does: { isAway: boolean; locked?: boolean; now: number },
  platform: string = environment,
  most = 1_000,
) => {
  const client = {
    call: (id: string) => {
      if (does.isAway) return Promise.resolve(fail(away))
      if (id === 'order.listAssets') return Promise.resolve(succeed(assetsOf(does.locked ?? true)))
      if (id === 'member.listEmployees') {
        const list = [{ globalId: 'M1', name: 'Chen Yu', userName: 'chen' }]
        return Promise.resolve(succeed({ list, total: 1, pages: 1, hasNextPage: false }))
      }
      return Promise.resolve(succeed([]))
    },
  } as Partial<PlatformClient> as PlatformClient
  let enterprises = [
    { enterpriseGlobalId: 'E1', enterpriseName: 'North Bridge', channelCode: null, channelCustomerId: null },
  ]
  const listeners = new Set<() => void>()
  const register: Partial<Register> = {
    list: () => enterprises,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const timeUnit = () => 'auto' as const
  const now = () => does.now
  const people = createPeople({ client, timeUnit, now })
  const records = createRecords({ client, register: register as Register, people, timeUnit, now })
  const later: number[] = []
  const known = keepKnownRecords({
    userData,
    environment: platform,
    register: register as Register,
    records,
    onFault: (error) => {
      throw error
    },
    onLaterVersion: (version) => later.push(version),
    most,
  })
  const stop = async () => {
    await known.stop()
    records.stop()
    people.stop()
  }
  stops.push(stop)
  return {
    records,
    known,
    later,
    stop,
    unregister: () => {
      enterprises = []
      for (const listener of listeners) listener()
    },
  }
}

const files = async () => readdir(userData, { recursive: true })

describe('known records', () => {
  it('are there after a restart without a platform, as old as they are, under the name of their holder', async () => {
    const first = startDesk({ isAway: false, now: 1_000_000 })
    await first.records.refreshAll()
    await vi.waitFor(async () => {
      expect(await first.records.lookUp(number, 'known')).toMatchObject({
        record: { holder: { name: 'Chen Yu' } },
      })
    })
    await first.stop()
    const second = startDesk({ isAway: true, now: 9_000_000 })
    await second.known.ready
    expect(await second.records.lookUp(number, 'fresh')).toMatchObject({
      state: 'found',
      failure: { code: 'unreachable' },
      record: {
        locked: true,
        readAt: 1_000_000,
        enterpriseName: 'North Bridge',
        holder: { memberGlobalId: 'M1', name: 'Chen Yu' },
      },
    })
    expect(second.records.list('E1', 0, 10)).toMatchObject({ total: 2, readAt: 1_000_000 })
  })

  it('give way to the list as soon as it is read, and never come over it', async () => {
    await (async () => {
      const first = startDesk({ isAway: false, now: 1_000_000 })
      await first.records.refreshAll()
      await first.stop()
    })()
    const second = startDesk({ isAway: false, locked: false, now: 9_000_000 })
    await second.records.refreshAll()
    await second.known.ready
    expect(await second.records.lookUp(number, 'known')).toMatchObject({
      record: { locked: false, readAt: 9_000_000 },
    })
  })

  it('may be read by their owner only', async () => {
    const desk = startDesk({ isAway: false, now: 1_000_000 })
    await desk.records.refreshAll()
    await desk.stop()
    const [file] = (await files()).filter((name) => name.endsWith('.jsonl'))
    const path = join(userData, file ?? '')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await files()).filter((name) => name.includes('jsonl'))).toHaveLength(1)
  })

  it('are written by themselves a moment after their list was read', async () => {
    const does = { isAway: false, now: 1_000_000 }
    const desk = startDesk(does)
    await desk.records.refreshAll()
    await vi.waitFor(async () =>
      expect((await files()).filter((name) => name.endsWith('.jsonl'))).toHaveLength(1),
    )
  })

  it.each([
    ['not what it was', 'garbage'],
    ['empty', ''],
    [
      'of a later version',
      '{"version":2,"environment":"https://platform.example","enterpriseGlobalId":"E1"}\n',
    ],
  ])('are nothing where their file is %s', async (_name, content) => {
    const first = startDesk({ isAway: false, now: 1_000_000 })
    await first.records.refreshAll()
    await first.stop()
    const [file = ''] = (await files()).filter((name) => name.endsWith('.jsonl'))
    await writeFile(join(userData, file), content)
    const second = startDesk({ isAway: true, now: 2_000_000 })
    await second.known.ready
    expect(await second.records.lookUp(number, 'known')).toMatchObject({ state: 'not-listed' })
  })

  it('lose a line that cannot be read, and no other', async () => {
    const first = startDesk({ isAway: false, now: 1_000_000 })
    await first.records.refreshAll()
    await first.stop()
    const [file = ''] = (await files()).filter((name) => name.endsWith('.jsonl'))
    const lines = (await readFile(join(userData, file), 'utf8')).split('\n')
    lines[1] = lines[1]?.slice(0, 30) ?? ''
    await writeFile(join(userData, file), lines.join('\n'))
    const folder = knownRecordsFolder(userData, environment)
    const found = await readKnownRecords(folder, { environment, enterpriseGlobalId: 'E1' })
    expect(found?.records.map(({ assetNum }) => assetNum)).toEqual(['LD8000000018'])
  })

  it('are another platform’s neither to read nor to forget', async () => {
    for (const platform of [environment, 'https://other.example']) {
      const desk = startDesk({ isAway: false, now: 1_000_000 }, platform)
      await desk.records.refreshAll()
      await desk.stop()
    }
    await forgetKnownRecords(userData, 'https://other.example')
    const other = startDesk({ isAway: true, now: 2_000_000 }, 'https://other.example')
    await other.known.ready
    expect(await other.records.lookUp(number, 'known')).toMatchObject({ state: 'not-listed' })
    const own = startDesk({ isAway: true, now: 2_000_000 })
    await own.known.ready
    expect(await own.records.lookUp(number, 'known')).toMatchObject({ state: 'found' })
  })

  it('go with an enterprise that is no longer looked up in', async () => {
    const first = startDesk({ isAway: false, now: 1_000_000 })
    await first.records.refreshAll()
    await first.stop()
    const second = startDesk({ isAway: true, now: 2_000_000 })
    await second.known.ready
    second.unregister()
    await vi.waitFor(async () =>
      expect((await files()).filter((name) => name.endsWith('.jsonl'))).toHaveLength(0),
    )
  })

  it('are written whole while a job changes what is on the list', async () => {
    const desk = startDesk({ isAway: false, now: 1_000_000 })
    await desk.records.refreshAll()
    const { list } = desk.records
    let locked = false
    desk.records.list = (...asked) => {
      locked = !locked
      const change = { enterpriseGlobalId: 'E1', assetNum: 'LD8000000018', to: { locked } }
      desk.records.noteChanged([{ ...change, at: desk.records.moment() }])
      return list(...asked)
    }
    await desk.stop()
    const folder = knownRecordsFolder(userData, environment)
    const found = await readKnownRecords(folder, { environment, enterpriseGlobalId: 'E1' })
    expect(found?.records).toHaveLength(2)
  })

  it('have a bound', async () => {
    const first = startDesk({ isAway: false, now: 1_000_000 }, environment, 1)
    await first.records.refreshAll()
    await first.stop()
    const folder = knownRecordsFolder(userData, environment)
    const found = await readKnownRecords(folder, { environment, enterpriseGlobalId: 'E1' })
    expect(found?.records.map(({ assetNum }) => assetNum)).toEqual(['LD8000000017'])
  })
})

describe('known records of another version, or of none', () => {
  const standing = async (text: string) => {
    const folder = knownRecordsFolder(userData, environment)
    await mkdir(folder, { recursive: true })
    const path = knownRecordsFile(folder, 'E1')
    await writeFile(path, text)
    return path
  }

  it('stay as they are where a later version wrote them, and that is told', async () => {
    const text = '{"version":2,"of":"tomorrow"}\n{"something":"else"}\n'
    const path = await standing(text)
    const desk = startDesk({ isAway: false, now: 1_000_000 })
    await desk.known.ready
    await desk.records.refreshAll()
    await desk.stop()
    expect(desk.later).toEqual([2])
    expect(await readFile(path, 'utf8')).toBe(text)
    expect((await files()).filter((name) => name.includes('.jsonl'))).toHaveLength(1)
  })

  it.each(['{"version":1,"envir', '', 'nonsense\n', '[]\n'])(
    'are put aside where they say %j',
    async (text) => {
      const path = await standing(text)
      const desk = startDesk({ isAway: false, now: 1_000_000 })
      await desk.records.refreshAll()
      await desk.stop()
      expect(desk.later).toEqual([])
      expect(await readFile(`${path}.unreadable`, 'utf8')).toBe(text)
      expect(await readFile(path, 'utf8')).toContain('LD8000000017')
    },
  )
})

describe('a platform that is removed', () => {
  it('is forgotten where no other has its address', () => {
    const all = [{ baseUrl: 'a' }, { baseUrl: 'b' }, { baseUrl: 'b' }]
    let tell: () => void = () => undefined
    const forgotten: string[] = []
    followRemovals(
      {
        all: () => all as never,
        onChange: (listener) => {
          tell = () => listener({} as never)
          return () => undefined
        },
      },
      (baseUrl) => forgotten.push(baseUrl),
    )
    all.pop()
    tell()
    expect(forgotten).toEqual([])
    all.shift()
    tell()
    expect(forgotten).toEqual(['a'])
  })
})
