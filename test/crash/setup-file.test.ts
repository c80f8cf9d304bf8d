import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSetup } from '../../src-main/setup-file/read-setup'
import { openComputer } from '../setup-file/support/computer'
import { bytesOf, sampleSetup } from '../setup-file/support/sample'
import { temporaryFolder } from '../support/temporary-folder'
import { buildProgram } from '../support/build-program'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

const many = 3_000
const bytes = bytesOf(sampleSetup(many))

/** What a computer has of the sample; throws if a file is damaged. */
const stateOf = async (path: string) => {
  const computer = await openComputer(path)
  expect(computer.notices.list()).toEqual([])
  expect(computer.profiles.broken).toEqual([])
  const preview = computer.setup.preview(readSetup(bytes))
  if (preview.state === 'refused') throw new Error(preview.problem.code)
  return { ...computer, items: preview.items }
}
/** Each file is old or new: a group is there as a whole or not at all. */
const expectWholeGroups = (items: Awaited<ReturnType<typeof stateOf>>['items']) => {
  for (const group of new Set(items.map((item) => item.group))) {
    const states = new Set(items.filter((item) => item.group === group).map(({ state }) => state === 'same'))
    expect(states.size).toBe(1)
  }
}
const expectRepeatable = async (path: string) => {
  const { items, takeAll } = await stateOf(path)
  expectWholeGroups(items)
  expect(await takeAll(bytes)).toMatchObject({ ok: true, value: { failed: null } })
  const after = await stateOf(path)
  expect(after.items.every(({ state }) => state === 'same')).toBe(true)
  expect(after.savedPlatforms.all()).toHaveLength(1)
  return items.filter(({ state }) => state === 'same').length
}

describe('an import of a set-up file', () => {
  it('killed at any moment leaves each file old or new, and is repeated', { timeout: 120_000 }, async () => {
    const program = await buildProgram('test/crash/support/setup-program.ts')
    const file = join(folder.path, 'sample.lockdesk-setup')
    await writeFile(file, bytes)
    const done = new Set<number>()
    for (let run = 0; run < 10; run += 1) {
      const path = join(folder.path, `kill-${run}`)
      await mkdir(path)
      const child = spawn(process.execPath, [program, path, file], { stdio: ['ignore', 'pipe', 'inherit'] })
      const closed = once(child, 'close')
      await once(child.stdout, 'data')
      await pause(run * 12)
      child.kill('SIGKILL')
      await closed
      done.add(await expectRepeatable(path))
    }
    // The kills met different moments.
    expect(done.size).toBeGreaterThan(1)
  })

  it(
    'on a full disk leaves each file old or new, names the first that failed, and is repeated',
    { timeout: 120_000 },
    async () => {
      const failed = new Set<string>()
      for (const pages of [1, 60, 200]) {
        const path = join(folder.path, `full-${pages}`)
        await mkdir(path)
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${pages * 4_096}`, 'tmpfs', path])
        try {
          const { takeAll } = await openComputer(path)
          const outcome = await takeAll(bytes)
          if (outcome.ok && outcome.value.failed !== null) failed.add(outcome.value.failed.group)
          expect(outcome).toMatchObject({
            ok: true,
            value: { failed: { message: expect.any(String) as string } },
          })
          expectWholeGroups((await stateOf(path)).items)
          // Nothing half-written stays behind.
          expect((await readdir(path)).filter((name) => name.startsWith('.'))).toEqual([])
          execFileSync('mount', ['-o', 'remount,size=16m', path])
          await expectRepeatable(path)
        } finally {
          execFileSync('umount', [path])
        }
      }
      expect(failed.size).toBeGreaterThan(1)
    },
  )
})
