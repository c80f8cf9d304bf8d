import type { learnCommands } from '#shared/bridge/learn-commands'
import { isShellNumber } from '#shared/model/locks/shell-number'
import { fail, notFound, succeed } from '#shared/outcome'
import type { AppContext } from '../app/app-context'
import { createLearning } from '../locks/learn/learning'
import type { OpenSession } from '../session/open-session'
import type { HandlersOf } from './ipc-router'

/** Handlers of the guide that learns a lock model. */
export const createLearnHandlers = (
  { profiles }: Pick<AppContext, 'profiles'>,
  { profileTester }: Pick<OpenSession, 'profileTester'>,
): HandlersOf<typeof learnCommands> => {
  const learning = createLearning(profileTester)
  return {
    'learn/start': () => succeed(learning.start()),
    'learn/add': async ({ deviceId, number }) =>
      isShellNumber(number)
        ? succeed(await learning.add(deviceId, number))
        : fail({ code: 'invalid-input', message: 'not a shell number' }),
    'learn/cancel': () => {
      learning.cancel()
      return succeed(null)
    },
    'learn/save': async () => {
      const text = learning.profileText()
      if (text === null) return notFound('a certain reading')
      const saved = await profiles.saveLearned(text)
      if (saved.ok) return saved
      const { code, message } = saved.error
      return fail({ code: code === 'limit-reached' ? code : 'not-saved', message })
    },
    'learn/report': ({ withNumbers }) => succeed(learning.report(withNumbers)),
  }
}
