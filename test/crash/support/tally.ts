import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { phases } from './crash-run'
import type { Judgement, Phase } from './crash-run'

/** One line of the table at the end of `npm run test:crash`. */
export interface TallyLine {
  readonly fault: string
  readonly runs: number
  /** Hits per phase; null where a fault has no phases. */
  readonly hits: Readonly<Record<Phase, number>> | null
  readonly lost: number
  readonly twice: number
  readonly unknown: number
}

export const tallyOf = (fault: string, judgements: readonly Judgement[]): TallyLine => ({
  fault,
  runs: judgements.length,
  hits: Object.fromEntries(
    phases.map((phase) => [phase, judgements.filter((each) => each.phase === phase).length]),
  ) as Record<Phase, number>,
  lost: judgements.reduce((sum, { lost }) => sum + lost.length, 0),
  twice: judgements.reduce((sum, { twice }) => sum + twice.length, 0),
  unknown: judgements.reduce((sum, { unknown }) => sum + unknown, 0),
})

/** Stores the line for the script that prints the table; one file per fault. */
export const keepTally = async (line: TallyLine): Promise<void> => {
  const folder = resolve(import.meta.dirname, '../../../out/crash/tally')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${line.fault.replace(/\W+/g, '-')}.json`), JSON.stringify(line))
}

/** How often a fault is repeated; set by the script, with a small default for manual runs. */
export const countOf = (name: string, usual: number): number =>
  Number(process.env[`LOCK_DESK_CRASH_${name}`] ?? usual)
