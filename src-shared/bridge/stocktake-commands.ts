import { z } from 'zod'
import type { Slice } from '../model/slices'
import type { Stocktake, StocktakeRow } from '../model/stocktake'
import { command, maxRows, nonEmptyName, nonEmptyText, noInput, shortName, shortText, slice } from './command'

/** Expected locks first, then the others in the order they were counted. */
export interface StocktakeSlice extends Slice<StocktakeRow> {
  readonly stocktake: Stocktake
}

export interface Counted {
  /** Rows of numbers that were not counted before. */
  readonly counted: readonly StocktakeRow[]
  /** Rows of numbers that were counted before. */
  readonly repeated: readonly StocktakeRow[]
  /** Inputs that are no lock's number. */
  readonly invalid: readonly string[]
}

const id = z.uuid()

/** Commands about stocktakes. None of them sends anything to the platform. */
export const stocktakeCommands = {
  /** Newest first. */
  'stocktakes/list': command(noInput).returns<readonly Stocktake[]>(),
  /** Fails with `not-found` if the enterprise's list was never read, or there is no lock to expect. */
  'stocktakes/start': command(
    z.strictObject({
      scope: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('enterprise'), enterpriseGlobalId: nonEmptyText }),
        z.strictObject({
          kind: z.literal('list'),
          name: nonEmptyText.refine((name) => name.trim() === name),
          numbers: z.array(nonEmptyText).min(1).max(maxRows),
        }),
      ]),
      operatorIdentity: nonEmptyName,
    }),
  ).returns<Stocktake>(),
  'stocktakes/read': command(z.strictObject({ id, ...slice })).returns<StocktakeSlice>(),
  /** Counts scanned or typed numbers; each number counts once. Resolves when they are on disk. */
  'stocktakes/count': command(
    z.strictObject({ id, numbers: z.array(shortText).min(1).max(maxRows), operatorIdentity: nonEmptyName }),
  ).returns<Counted>(),
  /** Undoes the counts of numbers as the rows have them; they can be counted again. */
  'stocktakes/undo': command(
    z.strictObject({ id, numbers: z.array(shortText).min(1).max(maxRows), operatorIdentity: nonEmptyName }),
  ).returns<null>(),
  /** Plugged-in locks are counted for this stocktake until another one is named; null counts them for none. */
  'stocktakes/count-plugged': command(
    z.strictObject({ id: id.nullable(), operatorIdentity: shortName }),
  ).returns<null>(),
  /** An ended stocktake does not change anymore; a canceled one is not compared with others. */
  'stocktakes/end': command(
    z.strictObject({ id, how: z.enum(['finish', 'cancel']), operatorIdentity: nonEmptyName }),
  ).returns<Stocktake>(),
}
