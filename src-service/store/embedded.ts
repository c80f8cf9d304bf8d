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
  /** Exports the whole store as a tar file, for a template. */
  pack(): Promise<Blob>
}

/**
 * Small write-ahead segments: 30 MB instead of 40, and less to unpack at a first start. Only initdb accepts
 * this setting; a template keeps it.
 */
const smallStore: PGliteOptions = {
  initDbStartParams: ['--wal-segsize=1'],
  postgresqlconf: ['max_wal_size=32MB', 'min_wal_size=4MB'],
}

/**
 * By default PostgreSQL reserves 128 MB of page buffers and locks for 100 connections and initializes them at
 * the start: 110 MB of memory and half of the start time. The operating system caches the pages of a training
 * store anyway.
 */
const smallServer = ['shared_buffers=16MB', 'max_connections=5', 'max_wal_senders=0']

/**
 * The two template databases are only needed by `create database`. Without them a packed store has 20 MB in 400
 * files instead of 35 MB in 1,000, and a first start spends half its time writing files.
 */
const packingStatements = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'vacuum freeze analyze',
  'checkpoint',
]

/**
 * Opens the embedded PostgreSQL in `folder`. A missing store is created, from the packed store `template` if
 * one is given.
 *
 * A commit reaches the operating system before the response is sent, so it survives a crash of this process. It
 * is not flushed to the disk (PGlite's file system on Node has no fsync): a power failure can lose the last
 * seconds. Use a database server (`--database-url`) where that matters.
 */
export const openEmbedded = async (folder: string, template?: string): Promise<EmbeddedDatabase> => {
  // Read into memory: a Blob backed by the file takes twice as long to unpack.
  const pglite = await PGlite.create(folder, {
    startParams: [...PGlite.defaultStartParams, ...smallServer.flatMap((setting) => ['-c', setting])],
    ...(template === undefined ? smallStore : { loadDataDir: new Blob([await readFile(template)]) }),
  })
  // PGlite has one connection, which stays open as long as the store.
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
      for (const statement of packingStatements) await pglite.exec(statement)
      return pglite.dumpDataDir('none')
    },
  }
}
