import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createPlatformData,
  knownPlatformIds,
  unusedForMs,
} from '../../src-main/saved-platforms/platform-data'
import { platformIdAt } from '../../src-main/saved-platforms/platform-id'
import { persistedAssetsFolder } from '../../src-main/directory/persisted-asset-file'
import { temporaryFolder } from '../support/temporary-folder'

const platforms = ['https://north.example', 'https://south.example']
const [north = '', south = ''] = platforms
const now = 10 * unusedForMs
const old = now - unusedForMs - 1

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let queue: {
  items: { environment: string; expiresAt: number }[]
  ended: { environment: string; at: number }[]
}
let sealed: Set<string>
let faults: unknown[]

const jobs = platforms.flatMap((environment) =>
  [old, now].map((requestedAt) => ({
    jobId: `${environment} ${requestedAt}`,
    requestedAt,
    intent: { environment },
    counts: { intent: 1 },
  })),
)

const create = () =>
  createPlatformData({
    folder: folder.path,
    files: {
      queue: {
        read: () => queue,
        update: (change: (content: typeof queue) => typeof queue) =>
          Promise.resolve(void (queue = change(queue))),
      } as never,
      register: { read: () => ({ platforms: { [north]: [{}, {}] } }) } as never,
    },
    journal: { jobs: () => jobs as never },
    unsentSecrets: {
      jobs: () => [...sealed],
      drop: (jobId) => Promise.resolve(void sealed.delete(jobId)),
    },
    onError: (error) => faults.push(error),
  })

const remember = async (platform: string, at: number): Promise<void> => {
  const place = persistedAssetsFolder(folder.path, platform)
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'one.jsonl'), '{}')
  await utimes(join(place, 'one.jsonl'), at / 1000, at / 1000)
}
const remembered = async () => (await readdir(join(folder.path, 'known-records'))).sort()
const foldersOf = (...ids: string[]) =>
  ids.map((id) => persistedAssetsFolder('', id).split(/[/\\]/).at(-1)).sort()

beforeEach(async () => {
  folder = await temporaryFolder()
  faults = []
  sealed = new Set(jobs.map(({ jobId }) => jobId))
  queue = {
    items: platforms.flatMap((environment) => [old, now].map((expiresAt) => ({ environment, expiresAt }))),
    ended: [...platforms, 'training'].map((environment) => ({ environment, at: old })),
  }
})
afterEach(async () => {
  await folder.remove()
  expect(faults).toEqual([])
})

describe('the data of a platform', () => {
  it('are counted by its ID', () => {
    expect(create().dataOf(north)).toEqual({ enterprises: 2, queued: 2, unfinishedJobs: 2, hasHistory: true })
    expect(create().dataOf('https://new.example')).toEqual({
      enterprises: 0,
      queued: 0,
      unfinishedJobs: 0,
      hasHistory: false,
    })
  })

  it('go with it when it is removed, and with no other', async () => {
    for (const platform of platforms) await remember(platform, now)
    create().forget(north)
    await expect.poll(remembered).toEqual(foldersOf(south))
    expect(queue.items.map(({ environment }) => environment)).toEqual([south, south])
    expect(queue.ended.map(({ environment }) => environment)).toEqual([south, 'training'])
    expect([...sealed]).toEqual([`${south} ${old}`, `${south} ${now}`])
  })

  it('go after 90 days where no saved platform has them; those of a saved one and of training never', async () => {
    await remember(north, old)
    await remember(south, old)
    await remember('https://recent.example', now)
    await create().forgetUnused(new Set([north]), now)
    expect(await remembered()).toEqual(foldersOf(north, 'https://recent.example'))
    expect(queue.items).toEqual([
      { environment: north, expiresAt: old },
      { environment: north, expiresAt: now },
      { environment: south, expiresAt: now },
    ])
    expect(queue.ended.map(({ environment }) => environment)).toEqual([north, 'training'])
    expect([...sealed]).toEqual([`${north} ${old}`, `${north} ${now}`, `${south} ${now}`])
  })
})

describe('the data of an address belongs to', () => {
  const saved = [{ baseUrl: 'https://new.example', platformId: north }]

  it.each([
    ['the ID of the saved platform that is there now', 'https://new.example', [], north],
    ['the address where nothing is kept for it', south, [], south],
    ['the spelling for which something is kept', south, [`${south}/`], `${south}/`],
    ['the address where something is kept for both', south, [`${south}/`, south], south],
    ['a number where the data of the address moved on', north, [north], `${north}#2`],
  ])('%s', (_what, address, known, id) => {
    expect(platformIdAt(address, { saved, known })).toBe(id)
  })

  it('is found in every file', () => {
    const files = {
      queue: { read: () => queue },
      register: { read: () => ({ platforms: { r: [] } }) },
      loans: { read: () => ({ platforms: { l: [] } }) },
      drafts: { read: () => ({ orders: { d: '' } }) },
      lockNames: { read: () => ({ platforms: { n: [] } }) },
      savedViews: { read: () => ({ platforms: { v: {} } }) },
      lists: { read: () => ({ platforms: { k: {} } }) },
      unfinished: { read: () => ({ platforms: { u: {} } }) },
    }
    const listed = ['r', 'l', 'd', 'n', 'v', 'k', 'u']
    expect(knownPlatformIds(files as never)).toEqual([...listed, north, south, 'training'])
  })
})
