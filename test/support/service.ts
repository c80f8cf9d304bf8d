import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '../../src-service/service'
import type { Service, ServiceOptions } from '../../src-service/service'
import { demoTemplate } from './demo-template'

export interface TestService extends Service {
  /** Its data folder; removed at `stop()`. */
  readonly data: string
}

/** A licensing service of its own for a test file, on a free port, with the demo seed, faults and effects. */
export const startTestService = async (options: ServiceOptions = {}): Promise<TestService> => {
  const data = await mkdtemp(join(tmpdir(), 'lock-desk-service-'))
  const remove = () => rm(data, { recursive: true, force: true })
  try {
    const service = await startService({ data, template: await demoTemplate(), faults: true, ...options })
    return {
      url: service.url,
      data,
      stop: async () => {
        await service.stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
