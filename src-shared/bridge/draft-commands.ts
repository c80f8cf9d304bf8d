import { z } from 'zod'
import type { LockAction } from '../model/changes/change'
import { dayPattern, maxLentAssets } from '../model/changes/loan'
import type { Name } from '../model/name'
import { action, command, maxRows, noInput, nonEmptyText, shortName, shortText } from './command'

/** The maximum length of a stored draft, in characters. */
export const maxDraftLength = 4_000_000

/** A batch as JSON texts: its own fields as one object and each order separately, so that no text is long. */
export interface OrderDraft {
  readonly head: string
  readonly orders: readonly string[]
}

const lengthOf = ({ head, orders }: OrderDraft): number =>
  orders.reduce((sum, order) => sum + order.length, head.length)

const orderDraft = z
  .strictObject({ head: z.string(), orders: z.array(z.string()) })
  .refine((draft) => lengthOf(draft) <= maxDraftLength, 'the draft is too long')

/** The list of locks that was not sent yet: its numbers as they were typed, pasted or read. */
export interface KeptList {
  /** Null before one was chosen. */
  readonly action: LockAction | null
  readonly numbers: readonly string[]
}

const keptList = z.strictObject({
  action: action.nullable(),
  numbers: z.array(shortText).min(1).max(maxRows, { abort: true }),
})

/** The choices of a loan that was not sent yet. */
export interface KeptLoan {
  readonly enterpriseGlobalId: string
  readonly employee: { readonly memberGlobalId: string; readonly name: Name | null } | null
  /** The assets to lend. */
  readonly assetNums: readonly string[]
  /** The asset number of the borrowed lock. Where it was plugged in ends with the window. */
  readonly lock: string | null
  readonly dueOn: string | null
  /** The day of the loan that gets more products, as it was when the form proposed it. */
  readonly proposedDueOn: string | null
  /** “Date” was chosen, with or without a day. */
  readonly isDateAsked: boolean
}

const day = z.string().regex(dayPattern).nullable()

const keptLoan = z.strictObject({
  enterpriseGlobalId: nonEmptyText,
  employee: z.strictObject({ memberGlobalId: nonEmptyText, name: shortName.nullable() }).nullable(),
  assetNums: z.array(nonEmptyText).max(maxLentAssets, { abort: true }),
  lock: nonEmptyText.nullable(),
  dueOn: day,
  proposedDueOn: day,
  isDateAsked: z.boolean(),
})

/** Commands for what is not sent or printed yet: one each per platform, kept over reloads and restarts. */
export const draftCommands = {
  /** The stored order batch as JSON text; null if there is none. */
  'drafts/read-order': command(noInput).returns<{ readonly text: string | null }>(),
  /** Stores a batch; product passwords are replaced by their count. Null deletes it. */
  'drafts/save-order': command(z.strictObject({ draft: orderDraft.nullable() })).returns<null>(),
  /** `others`: lists for other actions. */
  'drafts/read-list': command(noInput).returns<{
    readonly list: KeptList | null
    readonly others: readonly KeptList[]
  }>(),
  /** Null deletes all. */
  'drafts/save-list': command(
    z.strictObject({ list: keptList.nullable(), others: z.array(keptList).max(2).optional() }),
  ).returns<null>(),
  /** The numbers for labels that were not printed, as they were typed or scanned. */
  'drafts/read-labels': command(noInput).returns<{ readonly numbers: readonly string[] }>(),
  'drafts/save-labels': command(
    z.strictObject({ numbers: z.array(shortText).max(maxRows, { abort: true }) }),
  ).returns<null>(),
  'drafts/read-loan': command(noInput).returns<{ readonly loan: KeptLoan | null }>(),
  /** Null deletes it. */
  'drafts/save-loan': command(z.strictObject({ loan: keptLoan.nullable() })).returns<null>(),
}
