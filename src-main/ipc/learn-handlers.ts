import type { learnCommands } from '#shared/bridge/learn-commands'
import { isShellNumber } from '#shared/model/locks/shell-number'
import { fail, notConfirmed, notFound, succeed } from '#shared/outcome'
import type { AppContext } from '../platform-session/app-context'
import { createLearning } from '../locks/learn/learning'
import type { PlatformSession } from '../platform-session/open-session'
import { sendsData } from '../locks/reader/try-profile'
import type { HandlersOf } from './ipc-router'

/** Handlers of the guide that learns a lock model. */
export const createLearnHandlers = (
  {
    profiles,
    desktop,
  }: Pick<AppContext, 'profiles'> & {
    readonly desktop: Pick<AppContext['desktop'], 'confirmSending'>
  },
  { profileTester }: Pick<PlatformSession, 'profileTester'>,
): HandlersOf<typeof learnCommands> => {
  const learning = createLearning({
    profileTester,
    profiles: () => profiles.profiles,
    confirm: desktop.confirmSending,
  })
  return {
    'learn/start': () => succeed(learning.start()),
    'learn/state': () => succeed(learning.state()),
    'learn/add': async ({ deviceId, number, asks }) =>
      isShellNumber(number)
        ? succeed(await learning.add(deviceId, number, asks))
        : fail({ code: 'invalid-input', message: 'not a shell number' }),
    'learn/remove': async ({ number }) =>
      isShellNumber(number)
        ? succeed(await learning.remove(number))
        : fail({ code: 'invalid-input', message: 'not a shell number' }),
    'learn/cancel': () => {
      learning.cancel()
      return succeed(null)
    },
    'learn/save': async () => {
      const found = learning.profile()
      if (found === null) return notFound('a certain reading')
      const { id: profileId, match } = found.profile
      const { vendorId, productId } = match
      if (sendsData(found.profile)) {
        const request = { kind: 'profile' as const, profileId, vendorId, productId }
        if (!(await desktop.confirmSending(request).catch(() => false))) return notConfirmed()
      }
      const saved = await profiles.saveLearned(found.text)
      if (saved.ok) return saved
      const { code, message } = saved.error
      return fail({ code: code === 'limit-reached' ? code : 'not-saved', message })
    },
    'learn/report': ({ withNumbers }) => succeed(learning.report(withNumbers)),
  }
}
