import type { CommandInput } from '#shared/commands'
import { startApp } from '../../support/app'
import type { RunningApp } from '../../support/app'
import { startTestService } from '../../support/service'
import type { TestService } from '../../support/service'
import { connectTo } from '../../support/service-client'
import type { ServiceClient } from '../../support/service-client'
import { trainingKeys } from '../../support/training-keys'

/** Customers of the training service (src-service/seed), as a clerk names them: by channel and id there. */
const customers = {
  northBridge: { channelCode: 'CRM-EAST', channelCustomerId: 'NB-10017' },
  riverside: { channelCode: 'CRM-EAST', channelCustomerId: 'RM-20044' },
  lingang: { channelCode: 'CRM-SG', channelCustomerId: 'LC-60011' },
} as const

export interface Counter {
  readonly service: TestService
  /** Asks the service itself, past the app. */
  readonly asking: ServiceClient
  readonly desk: RunningApp
}

/** A service of its own, and an app on it where Li Wei works, with some customers in the register. */
export const startCounter = async (
  options: {
    readonly register?: readonly (keyof typeof customers)[]
    readonly settings?: CommandInput<'settings/change'>
  } = {},
): Promise<Counter> => {
  const service = await startTestService()
  const asking = await connectTo(service.url)
  const desk = await startApp({
    platform: { baseUrl: service.url, userCentreUrl: `${service.url}/oauth/token` },
    environment: trainingKeys,
  })
  await desk.command('settings/change', { language: 'en', operatorIdentity: 'Li Wei', ...options.settings })
  for (const name of options.register ?? ['northBridge']) {
    await desk.command('register/add', { by: 'channel', ...customers[name] })
  }
  return { service, asking, desk }
}
