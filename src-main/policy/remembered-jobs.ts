import type { AccountRecord } from './account-record'

/** The limit's ten minutes. */
const keptMs = 10 * 60_000

/** The jobs without a work order that the account remembers. */
export const rememberedJobs = (record: AccountRecord, now: () => number = Date.now) => ({
  read: () => record.read(),
  add: (job: { readonly id: string; readonly training: boolean; readonly items: number }): Promise<void> =>
    record.update(({ jobs }) => {
      const at = now()
      const others = jobs.filter(({ id, at: begun }) => id !== job.id && begun > at - keptMs)
      return { jobs: [...others, { ...job, at }] }
    }),
})
