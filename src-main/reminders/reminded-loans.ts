import { z } from 'zod'
import { dayPattern } from '#shared/model/changes/loan'

/** The loans of which a notification was shown on the last day with one, by platform. */
export const remindedLoansSchema = z.object({
  version: z.literal(1),
  day: z.string().regex(dayPattern).nullable(),
  platforms: z.record(z.string(), z.array(z.string())),
})
export type RemindedLoans = z.infer<typeof remindedLoansSchema>

export const noRemindedLoans: RemindedLoans = { version: 1, day: null, platforms: {} }

export const remindedOn = (content: RemindedLoans, day: string, platform: string): ReadonlySet<string> =>
  new Set(content.day === day ? content.platforms[platform] : [])

export const withReminded = (
  content: RemindedLoans,
  { day, platform, loanIds }: { day: string; platform: string; loanIds: readonly string[] },
): RemindedLoans => {
  const platforms = content.day === day ? content.platforms : {}
  return {
    ...content,
    day,
    platforms: { ...platforms, [platform]: [...(platforms[platform] ?? []), ...loanIds] },
  }
}
