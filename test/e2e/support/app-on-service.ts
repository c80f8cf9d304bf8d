import { afterAll, afterEach, beforeAll } from 'vitest'
import type { CommandInput } from '#shared/bridge/commands'
import { startApp } from '../../support/app'
import type { RunningApp } from '../../support/app'
import { lateBound } from '../../support/late-bound'
import { startTestService } from '../../support/service'
import type { TestService } from '../../support/service'
import { connectTo } from '../../support/service-client'
import type { ServiceClient } from '../../support/service-client'
import { trainingKeys } from '../../support/training-keys'

/** Customers of the training service (src-service/seed), by channel and their ID there. */
const customers = {
  northBridge: { channelCode: 'CRM-EAST', channelCustomerId: 'NB-10017' },
  riverside: { channelCode: 'CRM-EAST', channelCustomerId: 'RM-20044' },
  lingang: { channelCode: 'CRM-SG', channelCustomerId: 'LC-60011' },
} as const

export interface AppOnService {
  readonly service: TestService
  /** A client of the service, without the app. */
  readonly serviceClient: ServiceClient
  readonly desk: RunningApp
}

/**
 * For all tests of a file: a service, and an app on it with the operator Li Wei and some registered enterprises. They are
 * there from the file's first own `beforeAll` on.
 */
export const appOnService = (
  options: {
    readonly register?: readonly (keyof typeof customers)[]
    readonly settings?: CommandInput<'settings/change'>
  } = {},
): AppOnService => {
  let service: TestService
  let serviceClient: ServiceClient
  let desk: RunningApp
  beforeAll(async () => {
    service = await startTestService()
    serviceClient = await connectTo(service.url)
    desk = await startApp({
      platform: { baseUrl: service.url, userCentreUrl: `${service.url}/oauth/token` },
      environment: trainingKeys,
    })
    await desk.command('settings/change', { language: 'en', operatorIdentity: 'Li Wei', ...options.settings })
    for (const name of options.register ?? ['northBridge']) {
      await desk.command('enterprises/add', { by: 'channel', ...customers[name] })
    }
  })
  afterEach(async ({ task }) => {
    // What a failed test left open is not in the way of the next one.
    if (task.result?.state === 'fail') await desk.page.reload()
  })
  afterAll(async () => {
    await desk.stop()
    await service.stop()
  })
  return {
    service: lateBound(() => service),
    serviceClient: lateBound(() => serviceClient),
    desk: lateBound(() => desk),
  }
}
