import { findPostgres, startCluster } from '../../../scripts/setup/postgres.mjs'

/**
 * Whether this run is one on PostgreSQL (`npm run test:more`): the tests here start clusters of their own, which the
 * usual run leaves out.
 */
export const isOnPostgres = process.env.LOCK_DESK_TEST_POSTGRES !== undefined

/** A cluster of its own for a test file that stops and starts its database. */
export const ownCluster = async () => {
  const programs = await findPostgres()
  if (programs === undefined) throw new Error('There is no PostgreSQL on this machine')
  return startCluster(programs)
}
export type OwnCluster = Awaited<ReturnType<typeof ownCluster>>
