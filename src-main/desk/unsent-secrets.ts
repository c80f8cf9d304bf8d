/**
 * What unsent rows need and the journal must not hold: passwords, orders that may carry some. They lie beside their
 * job until each row is sent or will not be; never in clear on a disk.
 */
export interface UnsentSecrets {
  /** By the rows' places. What cannot be put on the disk stays in memory. */
  keep(jobId: string, secrets: ReadonlyMap<number, string>): Promise<void>
  /** Whether there is anything of the job, openable now or not. */
  has(jobId: string): boolean
  /** Those that are there still; `locked` where they are, and cannot be opened now. */
  read(jobId: string): Promise<ReadonlyMap<number, string> | 'locked'>
  /** Those at these places, which are not needed any more. */
  erase(jobId: string, places: readonly number[]): Promise<void>
  /** All of a job. */
  drop(jobId: string): Promise<void>
  jobs(): readonly string[]
}

/** In memory alone: they end with the process. */
export const secretsInMemory = (): UnsentSecrets => {
  const jobs = new Map<string, Map<number, string>>()
  return {
    keep: (jobId, secrets) => {
      jobs.set(jobId, new Map(secrets))
      return Promise.resolve()
    },
    has: (jobId) => jobs.has(jobId),
    read: (jobId) => Promise.resolve(new Map(jobs.get(jobId))),
    erase: (jobId, places) => {
      for (const place of places) jobs.get(jobId)?.delete(place)
      return Promise.resolve()
    },
    drop: (jobId) => {
      jobs.delete(jobId)
      return Promise.resolve()
    },
    jobs: () => [...jobs.keys()],
  }
}
