import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAccountRecord } from '../../src-main/policy/account-record'
import { rememberedJobs } from '../../src-main/policy/remembered-jobs'
import { temporaryFolder } from '../support/temporary-folder'

const start = 1_795_468_818_757
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let time: number
const path = () => join(folder.path, 'state/lock-desk/record.json')
const open = () => openAccountRecord({ path: path(), now: () => time })

beforeEach(async () => {
  folder = await temporaryFolder()
  time = start
})
afterEach(() => folder.remove())

describe('the record of the account', () => {
  it('is read again, is the user’s alone and has no copy beside it', async () => {
    const record = await open()
    expect(record.read()).toBeNull()
    await record.update(() => ({ used: { lines: 1, hash: 'a'.repeat(64) } }))
    expect((await open()).read()).toEqual(record.read())
    expect(record.read()).toMatchObject({ since: start, at: start, used: { lines: 1 }, jobs: [] })
    expect(await readdir(dirname(path()))).toEqual(['record.json'])
    if (process.platform === 'win32') return
    expect([(await stat(path())).mode & 0o777, (await stat(dirname(path()))).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])
  })

  it('knows nothing where its file is damaged', async () => {
    await (await open()).update(() => ({}))
    const text = await readFile(path(), 'utf8')
    for (const damaged of ['', text.slice(0, 20), text.replace('"version":1', '"version":2')]) {
      await writeFile(path(), damaged)
      expect((await open()).read()).toBeNull()
    }
  })

  it('keeps the latest time, and begins now if it began in the future', async () => {
    time += 3_600_000
    await (await open()).update(() => ({}))
    time = start
    const record = await open()
    expect(record.read()).toMatchObject({ since: start, at: start + 3_600_000 })
    await record.update(() => ({}))
    expect(record.read()?.at).toBe(start + 3_600_000)
  })

  it('has each job once, and only those of the last ten minutes', async () => {
    const jobs = rememberedJobs(await open(), () => time)
    const job = { id: 'A', training: false, items: 3 }
    await jobs.add(job)
    time += 60_000
    await jobs.add(job)
    await jobs.add({ ...job, id: 'B' })
    expect(jobs.read()?.jobs).toEqual([
      { ...job, at: time },
      { ...job, id: 'B', at: time },
    ])
    time += 11 * 60_000
    await jobs.add({ ...job, id: 'C' })
    expect(jobs.read()?.jobs.map(({ id }) => id)).toEqual(['C'])
  })

  it('is not written over what another program wrote, or deleted, meanwhile', async () => {
    const [one, other] = [await open(), await open()]
    const job = { id: 'A', training: false, items: 3 }
    await rememberedJobs(one, () => time).add(job)
    await expect(rememberedJobs(other, () => time).add({ ...job, id: 'B' })).rejects.toThrow(
      'another program',
    )
    expect((await open()).read()?.jobs.map(({ id }) => id)).toEqual(['A'])
    await one.update(() => ({}))
    await rm(path())
    await expect(one.update(() => ({}))).rejects.toThrow('another program')
    const again = await open()
    await again.update(() => ({}))
    expect(again.read()).toMatchObject({ jobs: [] })
  })
})
