import { succeed } from '#shared/outcome'
import type { AppContext } from '../platform-session/app-context'
import type { PlatformSession } from '../platform-session/open-session'
import { createAppHandlers, createEarlyHandlers } from './app-handlers'
import { createBranchHandlers } from './branch-handlers'
import { createChangeHandlers } from './change-handlers'
import { createConnectHandlers } from './connect-handlers'
import { createDeviceHandlers } from './device-handlers'
import { createDiagnoseHandlers } from './diagnose-handlers'
import { createDraftHandlers } from './draft-handlers'
import { createEnterpriseHandlers } from './enterprise-handlers'
import type { CommandHandlers } from './ipc-router'
import { createJournalHandlers } from './journal-handlers'
import { createLearnHandlers } from './learn-handlers'
import { createListHandlers } from './list-handlers'
import { createLockHandlers } from './lock-handlers'
import { createSetupHandlers } from './setup-handlers'
import { createSignatureHandlers } from './signature-handlers'
import { createStocktakeHandlers } from './stocktake-handlers'
import { createUpdateHandlers } from './update-handlers'
import { createViewHandlers } from './view-handlers'
import { createWorkOrderHandlers } from './work-order-handlers'

const stayed = succeed({ state: 'stayed' } as const)

/** All command handlers while a platform is open. */
export const createHandlers = (app: AppContext, session: PlatformSession): CommandHandlers => {
  const { closeGuard } = app.desktop
  const connect = createConnectHandlers(app, session)
  const journal = createJournalHandlers(app, session)
  return {
    ...createEarlyHandlers(app, () => session.platform.training),
    ...createAppHandlers(app, session),
    ...createBranchHandlers(app),
    ...createLockHandlers(app, session),
    ...createChangeHandlers(session),
    ...createEnterpriseHandlers(session),
    ...createLearnHandlers(app, session),
    ...createListHandlers(session),
    ...createDraftHandlers(session),
    ...createSetupHandlers(app, session),
    ...createSignatureHandlers(app, session),
    ...createStocktakeHandlers(session),
    ...createViewHandlers(session),
    ...createWorkOrderHandlers(app, session),
    ...createDeviceHandlers(app, session),
    ...createDiagnoseHandlers(app, session),
    ...createUpdateHandlers(app),
    ...connect,
    ...journal,
    // These commands reload the page; unsaved work needs a confirmation first.
    'environments/switch': async (to) =>
      (await closeGuard.mayClose()) ? connect['environments/switch'](to) : stayed,
    'training/reset': async () =>
      (await closeGuard.mayClose()) ? connect['training/reset'](undefined) : stayed,
    'journal/restore': async () =>
      (await closeGuard.mayClose()) ? journal['journal/restore'](undefined) : stayed,
  }
}
