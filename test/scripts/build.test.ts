import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLock } from '../../scripts/setup/lock.mjs'
import { hashOf } from '../../scripts/util/hash.mjs'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lock-desk-scripts-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

describe('hashOf', () => {
  const write = async (path: string, text: string) => {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), text)
  }

  it('is stable, and changes with a content, a name or a new file', async () => {
    await write('src/a.ts', '1')
    await write('src/deep/b.ts', '2')
    const seen = [await hashOf(root, ['src', 'absent'])]
    expect(await hashOf(root, ['absent', 'src'])).toBe(seen[0])
    await write('src/deep/b.ts', '3')
    seen.push(await hashOf(root, ['src']))
    await write('src/c.ts', '')
    seen.push(await hashOf(root, ['src']))
    await rm(join(root, 'src/c.ts'))
    await write('src/d.ts', '')
    seen.push(await hashOf(root, ['src']))
    expect(new Set(seen).size).toBe(4)
  })

  it('ignores other files', async () => {
    await write('src/a.ts', '1')
    const before = await hashOf(root, ['src'])
    await write('out/a.js', '1')
    expect(await hashOf(root, ['src'])).toBe(before)
  })
})

describe('withLock', () => {
  it('allows one build at a time', async () => {
    let inside = 0
    let most = 0
    const build = () =>
      withLock(root, 'build', async () => {
        most = Math.max(most, ++inside)
        await new Promise((done) => setTimeout(done, 20))
        inside--
      })
    await Promise.all([build(), build(), build()])
    expect(most).toBe(1)
  })

  it('allows the next build after a failed one', async () => {
    await expect(withLock(root, 'build', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(withLock(root, 'build', () => Promise.resolve())).resolves.toBeUndefined()
  })

  it('takes over the lock of a dead process', async () => {
    await mkdir(join(root, 'out'))
    // Above Linux's maximum process ID, so unused.
    await writeFile(join(root, 'out/build.lock'), '4194305')
    let holder = ''
    await withLock(root, 'build', async () => {
      holder = await readFile(join(root, 'out/build.lock'), 'utf8')
    })
    expect(holder).toBe(String(process.pid))
  })

  it('takes over a lock that was left empty, as on a full disk', async () => {
    await mkdir(join(root, 'out'))
    await writeFile(join(root, 'out/build.lock'), '')
    const past = new Date(Date.now() - 60_000)
    await utimes(join(root, 'out/build.lock'), past, past)
    let done = false
    await withLock(root, 'build', () => {
      done = true
      return Promise.resolve()
    })
    expect(done).toBe(true)
  })
})
