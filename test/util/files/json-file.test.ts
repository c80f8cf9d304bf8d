import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openJsonFile } from '../../../src-main/util/files/json-file'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'json-file-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const schema = z.object({ n: z.number() })
const open = () => openJsonFile(join(folder, 'a.json'), schema, { n: 0 })

describe('a JSON file', () => {
  it('returns what was written', async () => {
    const { file } = await open()
    await file.update(() => ({ n: 1 }))
    expect((await open()).file.read()).toEqual({ n: 1 })
  })

  it('quarantines an unreadable file unchanged, and reads the backup', async () => {
    const { file } = await open()
    await file.update(() => ({ n: 1 }))
    await file.update(() => ({ n: 2 }))
    await writeFile(join(folder, 'a.json'), '{"n": 2')
    const again = await open()
    expect(again.file.read()).toEqual({ n: 1 })
    expect(await readFile(join(folder, again.quarantinedAs ?? ''), 'utf8')).toBe('{"n": 2')
  })

  it('reports the use of the backup until the next write', async () => {
    // If the first start crashed after reporting it, the next one must report it again.
    const { file } = await open()
    await file.update(() => ({ n: 1 }))
    await file.update(() => ({ n: 2 }))
    await writeFile(join(folder, 'a.json'), '{"n": 2')
    expect(await open()).toMatchObject({ isOlder: true })
    const third = await open()
    expect(third).toMatchObject({ isOlder: true, quarantinedAs: null })
    await third.file.update(() => ({ n: 3 }))
    expect(await open()).toMatchObject({ isOlder: false })
  })

  it('treats content that does not fit its schema as unreadable', async () => {
    await writeFile(join(folder, 'a.json'), '{"n": "two"}')
    const { file, quarantinedAs } = await open()
    expect([file.read(), quarantinedAs === null]).toEqual([{ n: 0 }, false])
  })

  it('keeps the value and leaves no temporary files when the disk fails', async () => {
    const { file } = await open()
    await file.update(() => ({ n: 1 }))
    await rm(folder, { recursive: true })
    await expect(file.update(() => ({ n: 2 }))).rejects.toThrow()
    expect(file.read()).toEqual({ n: 1 })
  })

  it('writes sequentially', async () => {
    const { file } = await open()
    await Promise.all([1, 2, 3, 4, 5].map((n) => file.update(() => ({ n }))))
    expect((await open()).file.read()).toEqual({ n: 5 })
    expect((await readdir(folder)).sort()).toEqual(['a.json', 'a.json.last'])
  })
})
