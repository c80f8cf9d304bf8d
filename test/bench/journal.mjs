import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseJson } from '../../scripts/util/json.mjs'
import { bundleProgram } from './bundle-program.mjs'
import { compare } from './statistics.mjs'

const records = 100_000
const rounds = 7
const maxFileBytes = 16 * 1024 * 1024
/** The maximum ratio to plain reading and JSON.parse. */
const aim = 3
const limitMs = 5 * 60_000

/**
 * Opening a journal of 100,000 records (CRC, hash, chain and schema of every line, and the resulting state),
 * compared with plain reading and JSON.parse of the same bytes, alternating.
 * @param {{ projectRoot: string }} where
 */
export async function benchJournal({ projectRoot }) {
  const program = await bundleProgram(projectRoot, 'journal', 'journal/recovery.ts')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', program, String(records), String(rounds), String(maxFileBytes)],
    { timeout: limitMs },
  )
  const measured =
    /** @type {{ records: number, bytes: number, files: number, rounds: { plain: number, open: number }[] }} */ (
      parseJson(stdout)
    )
  const { base, ours, ratio } = compare(
    measured.rounds.map(({ plain }) => plain),
    measured.rounds.map(({ open }) => open),
  )
  const megabytes = (measured.bytes / 1024 / 1024).toFixed(1)
  console.log(
    `\n${measured.records} records, ${megabytes} MB in ${measured.files} files. Medians of ${rounds} interleaved rounds.`,
  )
  console.log(`${'plain reading and JSON.parse'.padEnd(40)}${base.toFixed(0).padStart(7)} ms`)
  console.log(`${'opening the journal'.padEnd(40)}${ours.toFixed(0).padStart(7)} ms`)
  console.log(`×${ratio.toFixed(2)}   aim ×${aim} at most: ${ratio <= aim ? 'met' : 'not met'}`)
  const machine = { platform: process.platform, arch: process.arch, processors: cpus().length }
  const results = { at: new Date().toISOString(), machine, aim, ratio, plain: base, open: ours, ...measured }
  await mkdir(join(projectRoot, 'out/bench'), { recursive: true })
  await writeFile(join(projectRoot, 'out/bench/journal.json'), JSON.stringify(results, null, 2))
}
