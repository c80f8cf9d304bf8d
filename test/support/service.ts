import { startService } from '../../src-service/service'
import type { Service, ServiceOptions } from '../../src-service/service'
import { demoTemplate } from './demo-template'
import { testDatabase } from './test-database'
import { temporaryFolder } from './temporary-folder'

export interface TestService extends Service {
  /** Its data folder; removed at `stop()`. */
  readonly data: string
}

/** A licensing service for a test file on a free port, with the demo seed, faults and effects. */
export const startTestService = async (options: ServiceOptions = {}): Promise<TestService> => {
  const { path: data, remove } = await temporaryFolder()
  const database = await testDatabase()
  const clean = async () => {
    await database?.drop()
    await remove()
  }
  const store = database === null ? { template: await demoTemplate() } : { databaseUrl: database.url }
  try {
    const service = await startService({ data, faults: true, ...store, ...options })
    return {
      ...service,
      data,
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
