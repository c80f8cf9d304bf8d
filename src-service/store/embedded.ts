import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import type { PGliteOptions } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { connectDatabase, createPool } from './database'
import type { Database } from './database'

export interface OpenDatabase {
  readonly db: Database
  close(): Promise<void>
}

export interface EmbeddedDatabase extends OpenDatabase {
  /** The whole store as a tar, for a template. */
  pack(): Promise<Blob>
}

/**
 * Small write-ahead segments: a store of 30 MB instead of 40, and as much less to unpack at a first start. Only
 * what initdb is told; a template carries it along.
 */
const smallStore: PGliteOptions = {
  initDbStartParams: ['--wal-segsize=1'],
  postgresqlconf: ['max_wal_size=32MB', 'min_wal_size=4MB'],
}

/**
 * PostgreSQL would take 128 MB for pages and reserve locks for a hundred connections, all of it touched at the start:
 * 110 MB of memory and half of the time to open. The pages of a training store are in the system's cache anyway.
 */
const smallServer = ['shared_buffers=16MB', 'max_connections=5', 'max_wal_senders=0']

/**
 * Without the two databases that only `create database` copies from, a packed store has 20 MB in 400 files in place
 * of 35 MB in 1,000, and a first start spends half its time writing files.
 */
const forPacking = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'vacuum freeze analyze',
  'checkpoint',
]

/**
 * Opens the embedded PostgreSQL in `folder`, making it where it is absent: from the packed store `template` where
 * one is given.
 *
 * What has been committed is with the operating system before the answer leaves, so it survives the death of this
 * process at any moment. It is not flushed to the disk (PGlite's file system on Node has no fsync): a power cut may
 * cost the last seconds. A server behind `--database-url` is the store for whom that matters.
 */
export const openEmbedded = async (folder: string, template?: string): Promise<EmbeddedDatabase> => {
  // Read whole: a Blob backed by the file itself takes twice as long to unpack.
  const pglite = await PGlite.create(folder, {
    startParams: [...PGlite.defaultStartParams, ...smallServer.flatMap((setting) => ['-c', setting])],
    ...(template === undefined ? smallStore : { loadDataDir: new Blob([await readFile(template)]) }),
  })
  // One connection is all there is, and it lives as long as the store.
  const pool = createPool(Object.assign(createPgConfig(pglite), { max: 1, idleTimeoutMillis: 0 }))
  const db = connectDatabase(pool)
  return {
    db,
    async close() {
      await db.destroy()
      if (!pool.ended) await pool.end()
      await pglite.close()
    },
    async pack() {
      for (const statement of forPacking) await pglite.exec(statement)
      return pglite.dumpDataDir('none')
    },
  }
}
