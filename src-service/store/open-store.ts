import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { usualDraw } from '../seed/demo'
import { demoStamp, growToScale, moveToToday, prepareStore, readMeta, tidyStore } from '../seed/fill'
import type { Seed } from '../seed/fill'
import { StartFailure } from '../start-failure'
import { connectDatabase, createPool, inTransaction, serverLimits } from './database'
import type { PoolLimits } from './database'
import { openEmbedded } from './embedded'
import type { OpenDatabase } from './embedded'
import { brokenStore, reasonOf } from './reasons'

export interface StoreOptions {
  /** Where the embedded store lies. */
  readonly folder?: string | undefined
  /** The server to use in its place. */
  readonly databaseUrl?: string | undefined
  /** What to fill an empty store with; asked for by name, the store must be empty. */
  readonly seed?: Seed | undefined
  /** What to fill an empty store with where no seed is asked for; `demo` where not given. */
  readonly seedIfNew?: Seed | undefined
  /** The number the demo data are drawn from, where they are filled in now. */
  readonly drawnFrom?: number | undefined
  /** A packed store with the demo seed in it, to save filling one. */
  readonly template?: string | undefined
  readonly now: number
  /** Of a server. */
  readonly limits?: PoolLimits | undefined
  /** Told of what is worth knowing and stops nothing, also while the store is open. */
  readonly log: (message: string) => void
}

const usualLimits: PoolLimits = { connectTimeoutMs: 5000, statementTimeoutMs: 30_000 }

const alreadyHoldsData = (where: string, seed: Seed): StartFailure =>
  new StartFailure(
    'usage',
    `${where} holds data already, so --seed ${seed} would overwrite it; leave --seed out to open it as it is.`,
  )

const openServer = async (
  databaseUrl: string,
  { seed, seedIfNew = 'demo', drawnFrom, now, log, limits = usualLimits }: StoreOptions,
): Promise<OpenDatabase> => {
  const limited = serverLimits(limits)
  // Migrating, filling and waiting for a service that does so may take longer than any call.
  const patient = { connectionTimeoutMillis: limits.connectTimeoutMs, keepAlive: true }
  const preparing = openPool({ ...fromUrl(databaseUrl), ...patient }, log)
  try {
    const { isNew } = await prepareStore(preparing.db, { seed: seed ?? seedIfNew, drawnFrom, now })
    if (!isNew && seed !== undefined) throw alreadyHoldsData('The database', seed)
    await moveToToday(preparing.db, now)
  } finally {
    await preparing.close()
  }
  return openPool({ ...fromUrl(databaseUrl), ...limited }, log)
}

const fromUrl = (connectionString: string): PoolConfig => {
  if (!/^postgres(ql)?:\/\//.test(connectionString)) {
    throw new StartFailure('usage', '--database-url must begin with postgres://.')
  }
  return { connectionString }
}

const openPool = (config: PoolConfig, log: StoreOptions['log']): OpenDatabase => {
  const pool = createPool(config)
  // A connection that breaks off, idle or between two statements, is only one fewer: whoever uses it is told by the
  // next statement, and the pool makes another. Unheard, the error would end the process.
  const dropped = (error: Error) => log(`The database dropped a connection: ${error.message}`)
  pool.on('error', dropped)
  pool.on('connect', (client) => client.on('error', dropped))
  const db = connectDatabase(pool)
  return {
    db,
    close: async () => {
      await db.destroy()
      if (!pool.ended) await pool.end()
    },
  }
}

/** Opens a packed store into `place`, or null where it cannot be used: it is another version's, or broken. */
const openTemplate = async (place: string, { template, log }: StoreOptions): Promise<OpenDatabase | null> => {
  if (template === undefined || !existsSync(template)) return null
  try {
    const store = await openEmbedded(place, template)
    if ((await readMeta(store.db, 'stamp')) === demoStamp) return store
    await store.close()
    log('The packed store was made by another version; filling a new one.')
  } catch (error) {
    log(`The packed store cannot be used, filling a new one: ${String(error)}`)
  }
  await rm(place, { recursive: true, force: true })
  return null
}

const openFolder = async (folder: string, options: StoreOptions): Promise<OpenDatabase> => {
  const { seed, seedIfNew = 'demo', drawnFrom = usualDraw, now } = options
  const place = join(folder, 'store')
  // There only while a store is being made, so that one cut short by a crash is told from one that holds data.
  const unfinished = join(folder, 'store.unfinished')
  if (existsSync(unfinished)) await rm(place, { recursive: true, force: true })
  const isNew = !existsSync(place)
  if (!isNew && seed !== undefined) throw alreadyHoldsData(folder, seed)
  if (isNew) await writeFile(unfinished, '')

  const wanted = seed ?? seedIfNew
  const isPacked = wanted !== 'empty' && drawnFrom === usualDraw
  const unpacked = isNew && isPacked ? await openTemplate(place, options) : null
  const store = unpacked ?? (await openEmbedded(place))
  try {
    // A packed store has the schema of this version and is filled, as its stamp says.
    if (unpacked === null) await prepareStore(store.db, { seed: wanted, drawnFrom, now })
    if (unpacked !== null && wanted === 'scale') {
      await inTransaction(store.db, (tx) => growToScale(tx, drawnFrom, now))
      await tidyStore(store.db)
    }
    await moveToToday(store.db, now)
    if (isNew) await rm(unfinished)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Opens the store, makes and fills it where there is none, and brings its schema up to date. */
export const openStore = async (options: StoreOptions): Promise<OpenDatabase> => {
  const { folder, databaseUrl } = options
  try {
    if (databaseUrl !== undefined) return await openServer(databaseUrl, options)
    if (folder === undefined) throw new StartFailure('usage', 'Either a folder or a database URL is needed.')
    await mkdir(folder, { recursive: true })
    return await openFolder(folder, options)
  } catch (error) {
    if (error instanceof StartFailure) throw error
    const reason = databaseUrl === undefined ? brokenStore(folder ?? '', error) : reasonOf(error)
    throw new StartFailure('failed', reason, { cause: error })
  }
}
