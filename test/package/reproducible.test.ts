import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** The packaged app folder on Linux; set by `npm run test:more`, suite “package”. */
const packed = process.env['LOCK_DESK_TEST_PACKED'] ?? ''
const minute = 60_000

const run = promisify(execFile)

const hashOf = async (folder: string): Promise<string> => {
  const archive = await readFile(join(folder, 'resources/app.asar'))
  return createHash('sha256').update(archive).digest('hex')
}

it.skipIf(packed === '')(
  'a second build in another folder has the same archive, byte by byte',
  async () => {
    // On the same disk, so that the packages are linked and not copied.
    const folder = resolve('out/again')
    const copy = join(folder, 'deeper/project')
    await rm(folder, { recursive: true, force: true })
    await mkdir(copy, { recursive: true })
    try {
      const notCopied = ['.git', 'node_modules', 'out']
      for (const name of readdirSync('.').filter((name) => !notCopied.includes(name)))
        await cp(name, join(copy, name), { recursive: true })
      await run('cp', ['-al', 'node_modules', copy])
      await run(process.execPath, ['scripts/package.mjs', '--target', 'dir'], { cwd: copy })
      const [again = ''] = readdirSync(join(copy, 'out/package/made')).filter((name) =>
        name.endsWith('-unpacked'),
      )
      expect(await hashOf(join(copy, 'out/package/made', again))).toBe(await hashOf(packed))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  10 * minute,
)
