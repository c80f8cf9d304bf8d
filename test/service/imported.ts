import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importInto } from '../../src-service/import/import-into'
import { startService } from '../../src-service/service'
import type { Service } from '../../src-service/service'
import { trainingCredentials } from '../../src-service/user-center/credentials'
import { openStore } from '../../src-service/open-store'
import type { Database } from '../../src-service/store/database'
import { temporaryFolder } from '../support/temporary-folder'
import { testDatabase } from '../support/test-database'

/** A service on a store with imported data only; `prepare` can change the store beyond what an import can. */
export const startOnImported = async (
  content: unknown,
  prepare: (db: Database) => Promise<void> = () => Promise.resolve(),
): Promise<Service> => {
  const { path: data, remove } = await temporaryFolder()
  const database = await testDatabase()
  const place = database === null ? { data } : { databaseUrl: database.url }
  const clean = async () => {
    await database?.drop()
    await remove()
  }
  try {
    const file = join(data, 'import.json')
    await writeFile(file, JSON.stringify(content))
    await importInto({ file, ...place })
    const store = await openStore({
      folder: place.data,
      databaseUrl: place.databaseUrl,
      now: Date.now(),
      log: () => undefined,
    })
    await prepare(store.db)
    await store.close()
    // The published training credentials are rejected on real data.
    const service = await startService({
      ...place,
      credentials: { ...trainingCredentials, areTraining: false },
    })
    return {
      ...service,
      stop: async () => {
        await service.stop()
        await clean()
      },
    }
  } catch (error) {
    await clean()
    throw error
  }
}
