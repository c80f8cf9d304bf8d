import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usualDraw } from '../seed/demo'
import { demoStamp, moveToToday, prepareStore, readMeta } from '../seed/fill'
import type { Seed } from '../seed/fill'
import { StartFailure } from '../start-failure'
import { connectDatabase, createPool } from './database'
import { openEmbedded } from './embedded'
import type { OpenDatabase } from './embedded'

export interface StoreOptions {
  /** Where the embedded store lies. */
  readonly folder?: string | undefined
  /** The server to use in its place. */
  readonly databaseUrl?: string | undefined
  /** What to fill an empty store with; asked for by name, the store must be empty. */
  readonly seed?: Seed | undefined
  /** The number the demo data are drawn from, where they are filled in now. */
  readonly drawnFrom?: number | undefined
  /** A packed store with the demo seed in it, to save filling one. */
  readonly template?: string | undefined
  readonly now: number
  readonly log: (message: string) => void
}

const alreadyHoldsData = (where: string, seed: Seed): StartFailure =>
  new StartFailure(
    'usage',
    `${where} holds data already, so --seed ${seed} would overwrite it; leave --seed out to open it as it is.`,
  )

const openServer = async (
  databaseUrl: string,
  { seed, drawnFrom, now, log }: StoreOptions,
): Promise<OpenDatabase> => {
  const pool = createPool({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  // A connection that dies while idle is only one fewer: the next query makes a new one, or says what is wrong.
  pool.on('error', (error) => log(`The database dropped an idle connection: ${error.message}`))
  const db = connectDatabase(pool)
  const close = async () => {
    await db.destroy()
    if (!pool.ended) await pool.end()
  }
  try {
    const { isNew } = await prepareStore(db, seed ?? 'demo', drawnFrom)
    if (!isNew && seed !== undefined) throw alreadyHoldsData('The database', seed)
    await moveToToday(db, now)
    return { db, close }
  } catch (error) {
    await close()
    throw error
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
  const { seed, drawnFrom = usualDraw, now } = options
  const place = join(folder, 'store')
  // There only while a store is being made, so that one cut short by a crash is told from one that holds data.
  const unfinished = join(folder, 'store.unfinished')
  if (existsSync(unfinished)) await rm(place, { recursive: true, force: true })
  const isNew = !existsSync(place)
  if (!isNew && seed !== undefined) throw alreadyHoldsData(folder, seed)
  if (isNew) await writeFile(unfinished, '')

  const wanted = seed ?? 'demo'
  const isPacked = wanted === 'demo' && drawnFrom === usualDraw
  const unpacked = isNew && isPacked ? await openTemplate(place, options) : null
  const store = unpacked ?? (await openEmbedded(place))
  try {
    // A packed store has the schema of this version and is filled, as its stamp says.
    if (unpacked === null) await prepareStore(store.db, wanted, drawnFrom)
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
    const where = databaseUrl === undefined ? `The store in ${folder ?? ''}` : 'The database'
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartFailure('failed', `${where} cannot be opened: ${reason}`, { cause: error })
  }
}
