import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { followRemovals } from '../../src-main/saved-platforms/saved-platforms'
import type { PlatformClient } from '../../src-main/platform/client'
import {
  deletePersistedAssets,
  createPersistedAssetCache,
} from '../../src-main/directory/persisted-asset-cache'
import {
  persistedAssetsFile,
  persistedAssetsFolder,
  readPersistedAssets,
} from '../../src-main/directory/persisted-asset-file'
import { createEmployeeDirectory } from '../../src-main/directory/employee-directory'
import { createAssetDirectory } from '../../src-main/directory/asset-directory'
import type { EnterpriseList } from '../../src-main/directory/enterprise-list'

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

/** The directory of one enterprise, from start to stop. */
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
  const register: Partial<EnterpriseList> = {
    list: () => enterprises,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const times = () => ({ unit: 'auto', zone: null }) as const
  const now = () => does.now
  const employees = createEmployeeDirectory({ client, times, now })
  const directory = createAssetDirectory({
    client,
    register: register as EnterpriseList,
    employees,
    times,
    now,
  })
  const later: number[] = []
  const known = createPersistedAssetCache({
    userData,
    platformId: platform,
    register: register as EnterpriseList,
    directory,
    onError: (error) => {
      throw error
    },
    onLaterVersion: (version) => later.push(version),
    maxRecords: most,
  })
  const stop = async () => {
    await known.stop()
    directory.stop()
    employees.stop()
  }
  stops.push(stop)
  return {
    directory,
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
  it('are available offline after a restart, with their age and the employee’s name', async () => {
    const first = startDesk({ isAway: false, now: 1_000_000 })
    await first.directory.refreshAll()
    await vi.waitFor(async () => {
      expect(await first.directory.lookUp(number, 'known')).toMatchObject({
        record: { holder: { name: 'Chen Yu' } },
      })
    })
    await first.stop()
    const second = startDesk({ isAway: true, now: 9_000_000 })
    await second.known.ready
    expect(await second.directory.lookUp(number, 'fresh')).toMatchObject({
      state: 'found',
      failure: { code: 'unreachable' },
      record: {
        locked: true,
        readAt: 1_000_000,
        enterpriseName: 'North Bridge',
        holder: { memberGlobalId: 'M1', name: 'Chen Yu' },
      },
    })
    expect(second.directory.list('E1', 0, 10)).toMatchObject({ total: 2, readAt: 1_000_000 })
  })

  it('are replaced by the list once it is read, and never replace it', async () => {
    await (async () => {
      const first = startDesk({ isAway: false, now: 1_000_000 })
      await first.directory.refreshAll()
      await first.stop()
    })()
    const second = startDesk({ isAway: false, locked: false, now: 9_000_000 })
    await second.directory.refreshAll()
    await second.known.ready
    expect(await second.directory.lookUp(number, 'known')).toMatchObject({
      record: { locked: false, readAt: 9_000_000 },
    })
  })

  it('are readable by their owner only', async () => {
    const desk = startDesk({ isAway: false, now: 1_000_000 })
    await desk.directory.refreshAll()
    await desk.stop()
    const [file] = (await files()).filter((name) => name.endsWith('.jsonl'))
    const path = join(userData, file ?? '')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await files()).filter((name) => name.includes('jsonl'))).toHaveLength(1)
  })

  it('are written shortly after their list was read', async () => {
    const does = { isAway: false, now: 1_000_000 }
    const desk = startDesk(does)
    await desk.directory.refreshAll()
    await vi.waitFor(async () =>
      expect((await files()).filter((name) => name.endsWith('.jsonl'))).toHaveLength(1),
    )
  })

  it.each([
    ['damaged', 'garbage'],
    ['empty', ''],
    [
      'of a later version',
      '{"version":2,"environment":"https://platform.example","enterpriseGlobalId":"E1"}\n',
    ],
  ])('are ignored where their file is %s', async (_name, content) => {
    const first = startDesk({ isAway: false, now: 1_000_000 })
    await first.directory.refreshAll()
    await first.stop()
    const [file = ''] = (await files()).filter((name) => name.endsWith('.jsonl'))
    await writeFile(join(userData, file), content)
    const second = startDesk({ isAway: true, now: 2_000_000 })
    await second.known.ready
    expect(await second.directory.lookUp(number, 'known')).toMatchObject({ state: 'not-listed' })
  })

  it('skip an unreadable line only', async () => {
    const first = startDesk({ isAway: false, now: 1_000_000 })
    await first.directory.refreshAll()
    await first.stop()
    const [file = ''] = (await files()).filter((name) => name.endsWith('.jsonl'))
    const lines = (await readFile(join(userData, file), 'utf8')).split('\n')
    lines[1] = lines[1]?.slice(0, 30) ?? ''
    await writeFile(join(userData, file), lines.join('\n'))
    const folder = persistedAssetsFolder(userData, environment)
    const found = await readPersistedAssets(folder, { environment, enterpriseGlobalId: 'E1' })
    expect(found?.records.map(({ assetNum }) => assetNum)).toEqual(['LD8000000018'])
  })

  it('of another platform are neither read nor deleted', async () => {
    for (const platform of [environment, 'https://other.example']) {
      const desk = startDesk({ isAway: false, now: 1_000_000 }, platform)
      await desk.directory.refreshAll()
      await desk.stop()
    }
    await deletePersistedAssets(userData, 'https://other.example')
    const other = startDesk({ isAway: true, now: 2_000_000 }, 'https://other.example')
    await other.known.ready
    expect(await other.directory.lookUp(number, 'known')).toMatchObject({ state: 'not-listed' })
    const own = startDesk({ isAway: true, now: 2_000_000 })
    await own.known.ready
    expect(await own.directory.lookUp(number, 'known')).toMatchObject({ state: 'found' })
  })

  it('are deleted with a removed enterprise', async () => {
    const first = startDesk({ isAway: false, now: 1_000_000 })
    await first.directory.refreshAll()
    await first.stop()
    const second = startDesk({ isAway: true, now: 2_000_000 })
    await second.known.ready
    second.unregister()
    await vi.waitFor(async () =>
      expect((await files()).filter((name) => name.endsWith('.jsonl'))).toHaveLength(0),
    )
  })

  it('are written in full while a job changes the list', async () => {
    const desk = startDesk({ isAway: false, now: 1_000_000 })
    await desk.directory.refreshAll()
    const { list } = desk.directory
    let locked = false
    desk.directory.list = (...args) => {
      locked = !locked
      const change = { enterpriseGlobalId: 'E1', assetNum: 'LD8000000018', to: { locked } }
      desk.directory.applyChanges([{ ...change, at: desk.directory.readGeneration() }])
      return list(...args)
    }
    await desk.stop()
    const folder = persistedAssetsFolder(userData, environment)
    const found = await readPersistedAssets(folder, { environment, enterpriseGlobalId: 'E1' })
    expect(found?.records).toHaveLength(2)
  })

  it('are limited in number', async () => {
    const first = startDesk({ isAway: false, now: 1_000_000 }, environment, 1)
    await first.directory.refreshAll()
    await first.stop()
    const folder = persistedAssetsFolder(userData, environment)
    const found = await readPersistedAssets(folder, { environment, enterpriseGlobalId: 'E1' })
    expect(found?.records.map(({ assetNum }) => assetNum)).toEqual(['LD8000000017'])
  })
})

describe('known records of another version, or without one', () => {
  const standing = async (text: string) => {
    const folder = persistedAssetsFolder(userData, environment)
    await mkdir(folder, { recursive: true })
    const path = persistedAssetsFile(folder, 'E1')
    await writeFile(path, text)
    return path
  }

  it('stay unchanged where a later version wrote them, and are reported', async () => {
    const text = '{"version":3,"of":"tomorrow"}\n{"something":"else"}\n'
    const path = await standing(text)
    const desk = startDesk({ isAway: false, now: 1_000_000 })
    await desk.known.ready
    await desk.directory.refreshAll()
    await desk.stop()
    expect(desk.later).toEqual([3])
    expect(await readFile(path, 'utf8')).toBe(text)
    expect((await files()).filter((name) => name.includes('.jsonl'))).toHaveLength(1)
  })

  it.each(['{"version":1,"envir', '', 'nonsense\n', '[]\n'])(
    'are quarantined where they contain %j',
    async (text) => {
      const path = await standing(text)
      const desk = startDesk({ isAway: false, now: 1_000_000 })
      await desk.directory.refreshAll()
      await desk.stop()
      expect(desk.later).toEqual([])
      expect(await readFile(`${path}.unreadable`, 'utf8')).toBe(text)
      expect(await readFile(path, 'utf8')).toContain('LD8000000017')
    },
  )
})

describe('a removed platform', () => {
  it('is forgotten where no other saved platform has its ID', () => {
    const all = [
      { id: '1', platformId: 'a' },
      { id: '2', platformId: 'b' },
      { id: '3', platformId: 'b' },
    ]
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
      (platformId) => forgotten.push(platformId),
    )
    all.pop()
    tell()
    expect(forgotten).toEqual([])
    all.shift()
    tell()
    expect(forgotten).toEqual(['a'])
  })
})
