/**
 * Secrets of unsent rows, which the journal must not contain: passwords, and orders that may contain some.
 * Stored encrypted beside their job until each row is sent or dropped.
 */
export interface UnsentSecrets {
  /** By row index. Secrets that cannot be stored stay in memory. */
  keep(jobId: string, secrets: ReadonlyMap<number, string>): Promise<void>
  /** Whether secrets of the job exist, decryptable or not. */
  has(jobId: string): boolean
  /** The stored secrets, or `locked` if they cannot be decrypted now. */
  read(jobId: string): Promise<ReadonlyMap<number, string> | 'locked'>
  /** Deletes the secrets of these rows. */
  erase(jobId: string, rowIndexes: readonly number[]): Promise<void>
  /** Deletes all secrets of a job. */
  drop(jobId: string): Promise<void>
  jobs(): readonly string[]
}

/** In memory only; lost when the process ends. */
export const createMemorySecrets = (): UnsentSecrets => {
  const jobs = new Map<string, Map<number, string>>()
  return {
    keep: (jobId, secrets) => {
      jobs.set(jobId, new Map(secrets))
      return Promise.resolve()
    },
    has: (jobId) => jobs.has(jobId),
    read: (jobId) => Promise.resolve(new Map(jobs.get(jobId))),
    erase: (jobId, rowIndexes) => {
      for (const rowIndex of rowIndexes) jobs.get(jobId)?.delete(rowIndex)
      return Promise.resolve()
    },
    drop: (jobId) => {
      jobs.delete(jobId)
      return Promise.resolve()
    },
    jobs: () => [...jobs.keys()],
  }
}
