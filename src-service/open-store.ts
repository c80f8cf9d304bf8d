import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { makePrivateFolder } from '../src-system/private-folder'
import { defaultRandomSeed } from './seed/demo'
import { demoStamp, extendToScale, shiftToToday, prepareStore, readMeta, analyzeStore } from './seed/fill'
import type { Seed } from './seed/fill'
import { StartFailure } from './start-failure'
import { connectDatabase, createPool, inTransaction, serverLimits } from './store/database'
import type { PoolLimits } from './store/database'
import { openEmbedded } from './store/embedded'
import type { OpenDatabase } from './store/embedded'
import { storeFailureReason, reasonOf } from './store/reasons'

export interface StoreOptions {
  /** Folder of the embedded store. */
  readonly folder?: string | undefined
  /** Database server to use instead of the embedded store. */
  readonly databaseUrl?: string | undefined
  /** Data for an empty store. If set, the store must be empty. */
  readonly seed?: Seed | undefined
  /** Data for an empty store if `seed` is omitted; `demo` by default. */
  readonly seedIfNew?: Seed | undefined
  /** Random seed of the demo data. */
  readonly randomSeed?: number | undefined
  /** A packed store with the demo data, which is faster than generating them. */
  readonly template?: string | undefined
  readonly now: number
  /** Applies to a database server only. */
  readonly limits?: PoolLimits | undefined
  /** Receives warnings, also while the store is open. */
  readonly log: (message: string) => void
}

const defaultLimits: PoolLimits = { connectTimeoutMs: 5000, statementTimeoutMs: 30_000 }

const alreadyContainsData = (where: string, seed: Seed): StartFailure =>
  new StartFailure('usage', `${where} already contains data. Omit --seed ${seed} to open it unchanged.`)

const openServer = async (
  databaseUrl: string,
  { seed, seedIfNew = 'demo', randomSeed, now, log, limits = defaultLimits }: StoreOptions,
): Promise<OpenDatabase> => {
  const limited = serverLimits(limits)
  // No statement limit: migrating, filling, and waiting for another service that does so can take long.
  const withoutLimits = { connectionTimeoutMillis: limits.connectTimeoutMs, keepAlive: true }
  const preparing = openPool({ ...fromUrl(databaseUrl), ...withoutLimits }, log)
  try {
    const { isNew } = await prepareStore(preparing.db, { seed: seed ?? seedIfNew, randomSeed, now })
    if (!isNew && seed !== undefined) throw alreadyContainsData('The database', seed)
    await shiftToToday(preparing.db, now)
  } finally {
    await preparing.close()
  }
  return openPool({ ...fromUrl(databaseUrl), ...limited }, log)
}

const fromUrl = (connectionString: string): PoolConfig => {
  if (!/^postgres(ql)?:\/\//.test(connectionString)) {
    throw new StartFailure('usage', '--database-url must start with postgres://.')
  }
  return { connectionString }
}

const openPool = (config: PoolConfig, log: StoreOptions['log']): OpenDatabase => {
  const pool = createPool(config)
  // A lost connection, idle or between two statements, needs no action: the next statement fails and the pool
  // opens another. Without these listeners the error event would end the process.
  const onConnectionError = (error: Error) => log(`The database closed a connection: ${error.message}`)
  pool.on('error', onConnectionError)
  pool.on('connect', (client) => client.on('error', onConnectionError))
  const db = connectDatabase(pool)
  return {
    db,
    close: async () => {
      await db.destroy()
      if (!pool.ended) await pool.end()
    },
  }
}

/**
 * Opens a packed store. Returns null if the template is unusable: damaged, or made by another
 * version.
 */
const openTemplate = async (
  storeFolder: string,
  { template, log }: StoreOptions,
): Promise<OpenDatabase | null> => {
  if (template === undefined || !existsSync(template)) return null
  try {
    const store = await openEmbedded(storeFolder, template)
    if ((await readMeta(store.db, 'stamp')) === demoStamp) return store
    await store.close()
    log('The packed store is from another version. Creating a new store.')
  } catch (error) {
    log(`Cannot open the packed store. Creating a new store: ${String(error)}`)
  }
  await rm(storeFolder, { recursive: true, force: true })
  return null
}

const openFolder = async (folder: string, options: StoreOptions): Promise<OpenDatabase> => {
  const { seed, seedIfNew = 'demo', randomSeed = defaultRandomSeed, now } = options
  const storeFolder = join(folder, 'store')
  // Exists only while a store is being created, so that an incomplete one is recognized after a crash.
  const unfinished = join(folder, 'store.unfinished')
  if (existsSync(unfinished)) await rm(storeFolder, { recursive: true, force: true })
  const isNew = !existsSync(storeFolder)
  if (!isNew && seed !== undefined) throw alreadyContainsData(folder, seed)
  if (isNew) await writeFile(unfinished, '')

  const seedToUse = seed ?? seedIfNew
  const isPacked = seedToUse !== 'empty' && randomSeed === defaultRandomSeed
  const unpacked = isNew && isPacked ? await openTemplate(storeFolder, options) : null
  const store = unpacked ?? (await openEmbedded(storeFolder))
  try {
    // The stamp confirms that a packed store has this version's schema and data.
    if (unpacked === null) await prepareStore(store.db, { seed: seedToUse, randomSeed, now })
    if (unpacked !== null && seedToUse === 'scale') {
      await inTransaction(store.db, (tx) => extendToScale(tx, randomSeed, now))
      await analyzeStore(store.db)
    }
    await shiftToToday(store.db, now)
    if (isNew) await rm(unfinished)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Opens the store and updates its schema. A missing store is created and filled. */
export const openStore = async (options: StoreOptions): Promise<OpenDatabase> => {
  const { folder, databaseUrl } = options
  try {
    if (databaseUrl !== undefined) return await openServer(databaseUrl, options)
    if (folder === undefined) throw new StartFailure('usage', 'A folder or a database URL is required.')
    makePrivateFolder(folder)
    return await openFolder(folder, options)
  } catch (error) {
    if (error instanceof StartFailure) throw error
    const reason = databaseUrl === undefined ? storeFailureReason(folder ?? '', error) : reasonOf(error)
    throw new StartFailure('failed', reason, { cause: error })
  }
}
