import type { ClusterOptions } from '../../../scripts/setup/postgres.mjs'
import { findPostgres, startCluster } from '../../../scripts/setup/postgres.mjs'

/**
 * Whether this run uses PostgreSQL (`npm run test:more`): these tests start their own clusters, which the
 * default run omits.
 */
export const isOnPostgres = process.env.LOCK_DESK_TEST_POSTGRES !== undefined

/** Starts a cluster for a test file that stops and starts its database. */
export const ownCluster = async (options?: ClusterOptions) => {
  const programs = await findPostgres()
  if (programs === undefined) throw new Error('There is no PostgreSQL on this machine')
  return startCluster(programs, options)
}
export type OwnCluster = Awaited<ReturnType<typeof ownCluster>>
