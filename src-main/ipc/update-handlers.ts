import { fail, notConfirmed, succeed } from '#shared/outcome'
import type { updateCommands } from '#shared/bridge/update-commands'
import type { AppContext } from '../platform-session/app-context'
import { createOriginCheck } from '../util/origins'
import type { HandlersOf } from './ipc-router'
import { withFileErrors } from './outcomes'

export type UpdateHandlers = HandlersOf<typeof updateCommands>

export const createUpdateHandlers = ({
  desktop,
  noticesFiles,
  updates,
}: Pick<AppContext, 'noticesFiles' | 'updates'> & {
  readonly desktop: Pick<AppContext['desktop'], 'chooseFile' | 'confirmUpdateServer' | 'openPath'> & {
    readonly closeGuard: Pick<AppContext['desktop']['closeGuard'], 'mayClose'>
  }
}): UpdateHandlers => {
  const mayCheckAt = createOriginCheck({
    known: () => {
      const { builtInServer, choices } = updates.state()
      return [builtInServer, choices.server].filter((server) => server !== null)
    },
    // A page could otherwise send data to any server as the address of updates.
    confirm: desktop.confirmUpdateServer,
  })
  return {
    'updates/state': () => succeed(updates.state()),
    'updates/choose': (choices) =>
      withFileErrors('not-saved', async () => {
        if (choices.server !== null && !(await mayCheckAt([choices.server]))) return notConfirmed()
        return succeed(await updates.choose(choices))
      }),
    'updates/check': () => succeed(updates.check()),
    'updates/use-file': async () => {
      if (updates.state().delivery !== 'itself') return succeed(updates.state())
      const path = await desktop.chooseFile.toOpen('update')
      return succeed(path === null ? updates.state() : updates.useFile(path))
    },
    'updates/download': () => succeed(updates.download()),
    'updates/install': async () =>
      succeed((await desktop.closeGuard.mayClose()) ? updates.install() : updates.state()),
    'app/notices-file': async ({ of }) => {
      const problem = await desktop.openPath(noticesFiles[of])
      return problem === '' ? succeed(null) : fail({ code: 'not-found', message: problem })
    },
  }
}
