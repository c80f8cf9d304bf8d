import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cacheFolder, projectRoot } from '../../scripts/util/paths.mjs'

let home: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'lock-desk-cache-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const own = join(projectRoot, 'node_modules/.cache/lock-desk')

it("is created in the user's cache", async () => {
  const folder = cacheFolder({ XDG_CACHE_HOME: join(home, 'cache') }, 'linux')
  expect(folder).toBe(join(home, 'cache', 'lock-desk'))
  expect((await stat(folder)).isDirectory()).toBe(true)
})

it.each(['a file', 'a link to nothing'])("is in node_modules where the user's cache is %s", async (kind) => {
  const cache = join(home, 'cache')
  await (kind === 'a file' ? writeFile(cache, '') : symlink(join(home, 'none'), cache))
  const folder = cacheFolder({ XDG_CACHE_HOME: cache }, 'linux')
  expect(folder).toBe(own)
  expect((await stat(folder)).isDirectory()).toBe(true)
})
