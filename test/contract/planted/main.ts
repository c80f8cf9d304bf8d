import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isOperationId, operationIds } from '#shared/operations'
import { ExitError } from '../conformance/command-line'
import { drawFrom } from './draw'
import { prepareFixture } from './fixture'
import { createPlanter } from './plant'
import type { Verdict } from './plant'
import { reportOf, shareOf } from './report'

interface Asked {
  readonly sample: number | undefined
  readonly seed: number
  readonly operation: string | undefined
}

/** The share of planted errors that must be detected. */
export const minDetectedShare = 0.95

/** Plants all errors or a sample, prints how many the suite detected and returns the exit status. */
export const plantAll = async ({ sample, seed, operation }: Asked): Promise<number> => {
  if (operation !== undefined && !isOperationId(operation))
    throw new ExitError(2, `There is no operation ${operation}.`)
  const fixture = await prepareFixture()
  const verdicts: Verdict[] = []
  try {
    const planter = createPlanter(fixture)
    for (const id of operation === undefined ? operationIds : [operation]) {
      const began = performance.now()
      const all = await planter.dryRun(id)
      const chosen = sample === undefined ? all : drawFrom(all, Math.ceil(sample / operationIds.length), seed)
      for (const mutant of chosen) verdicts.push(await planter.attempt(mutant))
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      process.stderr.write(`${id}: ${chosen.length} of ${all.length} errors, ${seconds} s\n`)
    }
  } finally {
    await fixture.stop()
  }
  process.stdout.write(`${reportOf(verdicts)}\n`)
  const folder = join(process.cwd(), 'out/conformance')
  await mkdir(folder, { recursive: true })
  const rows = verdicts.map(({ mutant, outcome, by }) => ({
    operation: mutant.operation,
    kind: mutant.kind,
    where: mutant.where,
    outcome,
    by,
  }))
  await writeFile(join(folder, 'planted.json'), JSON.stringify(rows, null, 1))
  return shareOf(verdicts) >= minDetectedShare ? 0 : 1
}
