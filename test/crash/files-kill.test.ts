import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openJournal } from '../../src-main/journal/journal'
import { verifyFiles } from '../../src-main/journal/verify/verify'
import { createSignatures } from '../../src-main/signatures/signatures'
import { createUsedOrders } from '../../src-main/work-orders/used-orders'
import { temporaryFolder } from '../support/temporary-folder'
import { durableFiles } from './support/durable-files'
import { buildProgram } from '../support/build-program'
import { runUntilKilled } from './support/run-until-killed'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let program: string
beforeAll(async () => {
  program = await buildProgram('test/crash/support/files-program.ts')
})
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const runs = 6
/** Kills the program several times; each start continues after the last acknowledged write. */
const kill = async (name: string, check: (last: number) => Promise<void>): Promise<number> => {
  let last = -1
  for (let run = 0; run < runs; run += 1) {
    // The write that was interrupted may be on disk.
    const from = run === 0 ? 0 : last + 2
    const printed = await runUntilKilled(program, [folder.path, name, String(from)], (run * 17) % 50)
    expect(printed.length).toBeGreaterThan(0)
    last = Number(printed.at(-1))
    await check(last)
  }
  return last
}

describe('a process that is killed while it writes', () => {
  const files = durableFiles((path) => readFile(path, 'utf8'))

  it.each(files.filter(({ name }) => name.endsWith('.json')))(
    '$name leaves the acknowledged content, or the next',
    async ({ name, open }) => {
      await kill(name, async (last) => {
        expect([`n${last}`, `n${last + 1}`]).toContain(await open(join(folder.path, 'file')))
      })
    },
  )

  it('signatures leaves each acknowledged one as it was recorded, and no file without a record', async () => {
    await kill('signatures', async (last) => {
      const opened = await openJournal({ folder: folder.path })
      if (!opened.ok) throw new Error(opened.error.message)
      const { journal, quarantined } = opened.value
      expect(quarantined).toBeNull()
      const signatures = createSignatures({ journal, maxDays: () => 0, onError: () => undefined })
      await signatures.cleanUp()
      const receipt = { jobs: [`J${Math.floor(last / 2)}`], loan: null }
      expect(await signatures.list(receipt)).toMatchObject([{ state: 'unchanged' }])
      const kept = journal.signatures().filter(({ deleted }) => deleted === null)
      const names = (await readdir(join(folder.path, 'signatures'))).sort()
      expect(names).toEqual(kept.map(({ id }) => `${id}.svg`).sort())
      const { signatures: found } = await verifyFiles(journal.files())
      expect(found).toMatchObject({ missing: [], differing: [] })
      await journal.stop()
    })
  })

  it('used orders leaves each acknowledged one as used', async () => {
    const path = join(folder.path, 'used-orders.log')
    const acknowledged = new Set<number>()
    await kill('used-orders.log', async (last) => {
      acknowledged.add(last)
      const used = createUsedOrders({ path, hasHistory: () => true, now: Date.now })
      for (const n of acknowledged)
        expect(await used.find(`O${n}`)).toMatchObject({ ok: true, value: { since: 0, order: { at: n } } })
      await used.stop()
    })
    expect(await readdir(folder.path)).toEqual(['used-orders.log'])
  })
})
