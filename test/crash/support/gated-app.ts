import { startApp } from '../../support/app'
import type { RunningApp } from '../../support/app'
import type { TestService } from '../../support/service'
import { trainingKeys } from '../../support/training-keys'
import { answerDialogs } from './dialogs'
import type { Gate } from './gate'
import type { LockToChange } from './crash-run'

/** The app on a service behind a gate; its dialogs are answered. */
export const startGatedApp = async (
  userData: string,
  gate: Gate,
  service: TestService,
  args: readonly string[] = [],
): Promise<RunningApp> => {
  const app = await startApp({
    userData,
    platform: { baseUrl: gate.url, userCentreUrl: `${service.url}/oauth/token` },
    environment: trainingKeys,
    args,
  })
  await answerDialogs(app)
  return app
}

/** The result of a lock is read back from the lists of the known enterprises. */
export const addEnterprisesOf = async (app: RunningApp, locks: readonly LockToChange[]): Promise<void> => {
  for (const enterpriseGlobalId of new Set(locks.map((lock) => lock.enterpriseGlobalId))) {
    await app.command('enterprises/add', { by: 'id', enterpriseGlobalId, enterpriseName: '' })
  }
}
