import type { lockCommands } from '#shared/bridge/lock-commands'
import { notFound, succeed } from '#shared/outcome'
import type { AppContext } from '../platform-session/app-context'
import type { PlatformSession } from '../platform-session/open-session'
import { withModel, withoutModel } from '../settings/enabled-models'
import type { EnabledModelsContent } from '../settings/enabled-models'
import type { HandlersOf } from './ipc-router'
import { saving, withFileErrors } from './outcomes'

type Models = EnabledModelsContent['models']

/** Handlers of plugged-in locks, their models and records, and the lock simulator. */
export const createLockHandlers = (
  {
    files: { models },
    profiles,
    recognition,
  }: Pick<AppContext, 'profiles' | 'recognition'> & { readonly files: Pick<AppContext['files'], 'models'> },
  { platform: { directory, trainingConnection }, lockNames, locks, simulator }: PlatformSession,
): HandlersOf<typeof lockCommands> => {
  const changeModels = async (change: (enabled: Models) => Models) => {
    const saved = await saving(() =>
      models.update((content) => ({ ...content, models: change(content.models) })),
    )
    if (saved.ok) locks.recognize(recognition())
    return saved
  }

  return {
    'locks/list': () => succeed(locks.list()),
    'locks/ready': async () => {
      await locks.listed
      return succeed(null)
    },
    'locks/rescan': () => {
      locks.rescan()
      return succeed(null)
    },
    'locks/models': () =>
      succeed({ enabled: models.read().models, profiles: profiles.facts, broken: profiles.broken }),
    'locks/enable-model': async ({ plugId, comparedNumber }) => {
      const plugged = locks.list().find((lock) => lock.plugId === plugId)
      const candidate = plugged?.reading.state === 'failed' ? plugged.reading.candidate : null
      // Only for the number that the device reports itself, because the user compared that number.
      if (plugged === undefined || candidate !== comparedNumber) return notFound('the device')
      const { vendorId, productId, product } = plugged.device
      return changeModels((enabled) =>
        withModel(enabled, { vendorId, productId, product, comparedNumber, enabledAt: Date.now() }),
      )
    },
    'locks/compare': ({ plugId, number }) => locks.compare(plugId, number),
    'locks/remove-model': (ids) => changeModels((enabled) => withoutModel(enabled, ids)),
    'locks/look-up': async ({ number, freshness }) => succeed(await directory.lookUp(number, freshness)),
    'locks/look-up-many': async ({ numbers, freshness }) =>
      succeed(await directory.lookUpMany(numbers, freshness)),
    'locks/licenses': ({ assetId }) => directory.licenses(assetId),
    'locks/names': ({ from, limit }) => succeed(lockNames.list(from, limit)),
    'locks/set-name': (named) => withFileErrors('not-saved', () => lockNames.save(named)),
    'simulator/list': () => succeed(simulator?.list() ?? []),
    'simulator/connection': () =>
      succeed(trainingConnection === null ? null : { isCut: trainingConnection.isCut() }),
    'simulator/cut-connection': async ({ isCut }) => {
      if (trainingConnection === null) return notFound('the training service')
      trainingConnection.setCut(isCut)
      await directory.probe()
      return succeed({ isCut })
    },
    'simulator/act': ({ trayId, gesture }) => {
      if (simulator === null) return notFound('the tray')
      return simulator.act(trayId, gesture) ? succeed(null) : notFound('the lock')
    },
  }
}
