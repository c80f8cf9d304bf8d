import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isOperationId, operationIds } from '#shared/operations'
import { Unusable } from '../conformance/command-line'
import { drawFrom } from './draw'
import { prepareGround } from './ground'
import { createPlanter } from './plant'
import type { Verdict } from './plant'
import { reportOf, shareOf } from './report'

interface Asked {
  readonly draw: number | undefined
  readonly seed: number
  readonly operation: string | undefined
}

/** At least this share of the planted errors is to be noticed. */
export const wantedShare = 0.95

/** Plants every error there is, or a draw of them, and prints how many the suite noticed; gives the exit status. */
export const plantAll = async ({ draw, seed, operation }: Asked): Promise<number> => {
  if (operation !== undefined && !isOperationId(operation))
    throw new Unusable(2, `There is no operation ${operation}.`)
  const ground = await prepareGround()
  const verdicts: Verdict[] = []
  try {
    const planter = createPlanter(ground)
    for (const id of operation === undefined ? operationIds : [operation]) {
      const began = performance.now()
      const all = await planter.rehearse(id)
      const chosen = draw === undefined ? all : drawFrom(all, Math.ceil(draw / operationIds.length), seed)
      for (const mutant of chosen) verdicts.push(await planter.attempt(mutant))
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      process.stderr.write(`${id}: ${chosen.length} of ${all.length} errors, ${seconds} s\n`)
    }
  } finally {
    await ground.stop()
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
  return shareOf(verdicts) >= wantedShare ? 0 : 1
}
