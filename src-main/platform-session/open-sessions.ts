import { trainingPlatform } from '#shared/model/app/saved-platform'
import type { AppServices } from '../app/app-services'
import { createPlatformSwitch } from './platform-switch'
import type { PlatformSwitch } from './platform-switch'
import { openSession } from './open-session'
import type { PlatformSession } from './open-session'
import type { AppContext } from './app-context'

/**
 * Opens the first platform. Only one is open at a time.
 * @param toOpened what `current()` of the switch returns for a platform that was opened
 */
export const openSessions = async <Opened extends PlatformSession>(
  services: AppServices,
  toOpened: (app: AppContext, session: PlatformSession) => Opened,
): Promise<PlatformSwitch<Opened>> => {
  const {
    confirmedTime,
    savedPlatforms,
    files,
    firstPaint,
    log,
    notices,
    openPlatform,
    platformData,
    settings,
    trainingOperator,
    window,
  } = services
  const app: AppContext = { ...services, sessions: { to: (...request) => sessions.to(...request) } }

  const forgetUnused = async (open: string) => {
    // Where the list of platforms cannot be read, any of them may be in use.
    if (files.environments.isReadOnly === true) return
    await platformData.forgetUnused(
      new Set([open, ...savedPlatforms.all().map(({ platformId }) => platformId)]),
      confirmedTime.read(),
    )
  }
  let isFirst = true
  const open = async (savedPlatformId: string): Promise<Opened> => {
    openPlatform.begin(savedPlatformId)
    const choice = await services.choosePlatform(savedPlatformId)
    if (isFirst) void firstPaint.then(() => forgetUnused(choice.platformId))
    isFirst = false
    const session = await openSession(app, savedPlatformId, choice)
    openPlatform.complete(savedPlatformId, () => session.busy().jobs)
    return toOpened(app, session)
  }

  /** After training, the made-up operator name is cleared so that the app asks for a real one. */
  const forgetTrainingOperator = async () => {
    const { operatorIdentity, operators } = settings.read()
    if (operatorIdentity !== trainingOperator) return
    await settings
      .change({ operatorIdentity: '', operators: operators.filter((name) => name !== trainingOperator) })
      .catch((error: unknown) => log.error('settings not saved', { error }))
  }

  const sessions: PlatformSwitch<Opened> = createPlatformSwitch({
    first: await open(openPlatform.id),
    open,
    onSwitched: async (id) => {
      notices.remove('no-platform')
      await savedPlatforms
        .setCurrent(id)
        .catch((error: unknown) => log.error('settings not saved', { error }))
      if (id !== trainingPlatform) await forgetTrainingOperator()
      await window.reloadPage()
      log.info('platform switched', { training: id === trainingPlatform })
    },
    onError: (error) => log.error('platform switch failed', { error }),
    onFailed: (_wanted, openedId, error) => {
      const why = error instanceof Error ? error.message.slice(0, 200) : ''
      notices.add(openedId === null ? 'no-platform' : 'platform-not-opened', why)
    },
  })
  return services.disposables.add(sessions)
}
