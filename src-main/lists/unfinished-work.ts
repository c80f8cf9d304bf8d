import { z } from 'zod'
import type { KeptLoan } from '#shared/bridge/draft-commands'
import { dayPattern } from '#shared/model/changes/loan'
import type { Name } from '#shared/model/name'
import type { JsonFile } from '../util/files/json-file'
import { createSequencer } from '../util/async'

const name: z.ZodType<Name> = z.string()
const day = z.string().regex(dayPattern).nullable()
const keptLoan = z.object({
  enterpriseGlobalId: z.string(),
  employee: z.object({ memberGlobalId: z.string(), name: name.nullable() }).nullable(),
  assetNums: z.array(z.string()),
  lock: z.string().nullable(),
  dueOn: day,
  proposedDueOn: day,
  isDateAsked: z.boolean(),
})

/** `unfinished.json`: by platform, so that no number of training comes onto a label of a customer. */
export const unfinishedWorkSchema = z.object({
  version: z.literal(1),
  platforms: z.record(z.string(), z.object({ labels: z.array(z.string()), loan: keptLoan.nullable() })),
})
export type UnfinishedWorkContent = z.infer<typeof unfinishedWorkSchema>
export const noUnfinishedWork: UnfinishedWorkContent = { version: 1, platforms: {} }

type WorkOfPlatform = UnfinishedWorkContent['platforms'][string]
const none: WorkOfPlatform = { labels: [], loan: null }

/** What was entered on the pages of one platform and is not used yet; it outlives the window. */
export interface UnfinishedWork {
  /** The numbers for labels that were not printed, in their order. */
  labels(): readonly string[]
  loan(): KeptLoan | null
  /** Both throw the file system's error. */
  saveLabels(numbers: readonly string[]): Promise<void>
  saveLoan(loan: KeptLoan | null): Promise<void>
  /** Deletes the choices of a loan to an employee of the enterprise. Throws the file system's error. */
  forgetEnterprise(enterpriseGlobalId: string): Promise<void>
  /** Resolves when pending writes are on disk. */
  stop(): Promise<void>
}

export const createUnfinishedWork = (
  file: JsonFile<UnfinishedWorkContent>,
  platformId: string,
): UnfinishedWork => {
  const sequencer = createSequencer()
  const own = (): WorkOfPlatform => file.read().platforms[platformId] ?? none
  const isNone = ({ labels, loan }: WorkOfPlatform): boolean => labels.length === 0 && loan === null
  const write = async (change: Partial<WorkOfPlatform>): Promise<void> => {
    if (isNone(own()) && isNone({ ...own(), ...change })) return
    await file.update(({ platforms: { [platformId]: before = none, ...others }, ...content }) => {
      const now = { ...before, ...change }
      return { ...content, platforms: isNone(now) ? others : { ...others, [platformId]: now } }
    })
  }
  const save = (change: Partial<WorkOfPlatform>): Promise<void> => sequencer.queue(() => write(change))
  return {
    labels: () => own().labels,
    loan: () => own().loan,
    saveLabels: (numbers) => save({ labels: [...numbers] }),
    saveLoan: (loan) => save({ loan: loan === null ? null : { ...loan, assetNums: [...loan.assetNums] } }),
    forgetEnterprise: (enterpriseGlobalId) =>
      sequencer.queue(async () => {
        if (own().loan?.enterpriseGlobalId === enterpriseGlobalId) await write({ loan: null })
      }),
    stop: sequencer.settled,
  }
}
