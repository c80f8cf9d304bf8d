import { z } from 'zod'
import { dayPattern } from '#shared/model/changes/loan'
import type { Migrations } from '../util/files/versioned-file'

const day = z.string().regex(dayPattern)
/** Loan IDs by platform. */
const loanIds = z.record(z.string(), z.array(z.string()))

/** The loans of which a notification was shown, by day. Several days, because the clock may be set ahead and back. */
export const remindedLoansSchema = z.object({
  version: z.literal(2),
  days: z.record(day, loanIds),
})
export type RemindedLoans = z.infer<typeof remindedLoansSchema>

export const noRemindedLoans: RemindedLoans = { version: 2, days: {} }

const firstVersion = z.object({ day: day.nullable(), platforms: loanIds })

export const remindersMigrations: Migrations = {
  1: (content) => {
    const { day: only, platforms } = firstVersion.parse(content)
    return { version: 2, days: only === null ? {} : { [only]: platforms } }
  },
}

/** Days kept: enough for a clock that is wrong for a while. */
const maxDays = 14

export const remindedOn = ({ days }: RemindedLoans, on: string, platformId: string): ReadonlySet<string> =>
  new Set(days[on]?.[platformId])

export const withReminded = (
  { days }: RemindedLoans,
  { day: on, platform, loanIds: ids }: { day: string; platform: string; loanIds: readonly string[] },
): RemindedLoans => {
  const ofDay = days[on] ?? {}
  const { [on]: _before, ...others } = days
  // The last ones written, not the latest days: a day ahead of the time must not stay instead of today.
  const kept = Object.entries(others).slice(1 - maxDays)
  return {
    version: 2,
    days: {
      ...Object.fromEntries(kept),
      [on]: { ...ofDay, [platform]: [...(ofDay[platform] ?? []), ...ids] },
    },
  }
}
