import { randomUUID } from 'node:crypto'
import type { BranchFact } from '#shared/model/branch/branch-event'
import type { Registers } from '#shared/model/branch/registers'
import { openedFacts } from '#shared/model/branch/stocktake-facts'
import { createFoldedStocktake, foldStocktake, stocktakeFieldsIn } from '#shared/model/branch/stocktake-fold'
import type { FoldedStocktake } from '#shared/model/branch/stocktake-fold'
import { sameScope } from '#shared/model/stocktake'
import type { Sequencer } from '../util/async'
import type { StocktakeFolder } from './stocktake-file'
import { factsOfLine, stocktakeVersion } from './stocktake-lines'
import type { StocktakeContent, StocktakeLine } from './stocktake-lines'

// The files of stocktakes and a branch: what a computer states when it joins, and the copies that it keeps meanwhile.

/** As a file would have it; null while its beginning is not known whole. */
export const contentOfFields = (folded: FoldedStocktake, platformId: string): StocktakeContent | null => {
  const opened = folded.opened()
  if (opened === null) return null
  const end = folded.endWithLate()
  return {
    header: {
      kind: 'stocktake',
      version: stocktakeVersion,
      id: folded.id,
      environment: platformId,
      scope: opened.scope,
      startedAt: opened.startedAt,
      startedBy: opened.startedBy,
      expected: [...opened.expected],
    },
    counts: folded.counts,
    doubles: folded.doubles,
    end: end === null ? null : { kind: 'end', ...end, rows: [...end.rows] },
  }
}

/** The fewest lines that amount to the content. */
const linesOf = ({ counts, doubles, end }: StocktakeContent): StocktakeLine[] => {
  const lines: StocktakeLine[] = []
  for (const [number, { at, by, operator }] of counts) {
    const last = lines.at(-1)
    if (last?.kind === 'count' && last.at === at && last.by === by && last.operator === operator)
      last.numbers.push(number)
    else lines.push({ kind: 'count', at, by, operator, numbers: [number] })
  }
  const lastCount = Math.max(0, ...[...counts.values()].map(({ at }) => at))
  if (doubles.size > 0) lines.push({ kind: 'double', at: lastCount, numbers: [...doubles] })
  if (end !== null) lines.push(end)
  return lines
}

const factsOfContent = (content: StocktakeContent): BranchFact[] => {
  const { header } = content
  const folded = createFoldedStocktake(header.id)
  const facts = openedFacts(header.id, header)
  for (const [at, line] of linesOf(content).entries()) {
    const stated = factsOfLine(folded, line, randomUUID())
    for (const fact of stated) folded.addFact(fact, { era: -1, arrivedAt: 0, seq: at, computer: '', n: 0 })
    facts.push(...stated)
  }
  return facts
}

/** Those that are counted, and of each scope the last finished one, with which the next is compared. */
const worthStating = (contents: readonly StocktakeContent[]): StocktakeContent[] => {
  const finished: StocktakeContent[] = []
  for (const one of contents.toSorted((a, b) => b.header.startedAt - a.header.startedAt)) {
    if (one.end?.how !== 'finish') continue
    if (!finished.some(({ header }) => sameScope(header.scope, one.header.scope))) finished.push(one)
  }
  return [...finished.toReversed(), ...contents.filter(({ end }) => end === null)]
}

export interface StocktakeCopies {
  /** What the files of a platform say to a branch that the computer joins. */
  factsOf(platformId: string): Promise<BranchFact[]>
  /** Brings the files of a platform to what its branch states. Throws the file system's error. */
  copy(platformId: string, registers: Registers): Promise<void>
}

export const createStocktakeCopies = (deps: {
  readonly folder: Pick<StocktakeFolder, 'readAll' | 'replace'>
  /** Orders what is written to the files of all platforms. */
  readonly writes: Sequencer
}): StocktakeCopies => {
  const { folder, writes } = deps
  const copied = new Map<string, string>()

  return {
    factsOf: (platformId) =>
      writes.queue(async () => {
        const contents: StocktakeContent[] = []
        await folder.readAll(platformId, ({ content }) => contents.push(content))
        copied.clear()
        return worthStating(contents).flatMap(factsOfContent)
      }),
    copy: (platformId, registers) =>
      writes.queue(async () => {
        for (const [id, fields] of stocktakeFieldsIn(registers)) {
          if (copied.get(id) === fields.version) continue
          const content = contentOfFields(foldStocktake(id, fields), platformId)
          if (content === null) continue
          await folder.replace(content.header, linesOf(content))
          copied.set(id, fields.version)
        }
      }),
  }
}
