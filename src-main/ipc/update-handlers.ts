import { fail, succeed } from '#shared/outcome'
import type { UpdateCommands } from '#shared/update-commands'
import type { Updates } from '../updates/updates'
import type { CommandHandlers } from './registrar'

export type UpdateHandlers = Pick<CommandHandlers, keyof UpdateCommands>

export const createUpdateHandlers = (parts: {
  updates: Updates
  /** Whether the window may close: a person is asked where something would be lost. */
  mayGo: () => Promise<boolean>
  noticesFiles: Readonly<Record<'libraries' | 'chromium', string>>
  /** Answers what went wrong, or nothing. */
  openFile: (path: string) => Promise<string>
}): UpdateHandlers => {
  const { updates } = parts
  return {
    'updates/state': () => succeed(updates.state()),
    'updates/choose': async (choices) => {
      try {
        return succeed(await updates.choose(choices))
      } catch (error) {
        return fail({ code: 'not-saved', message: error instanceof Error ? error.message : 'unknown' })
      }
    },
    'updates/check': () => succeed(updates.check()),
    'updates/download': () => succeed(updates.download()),
    'updates/install': async () => succeed((await parts.mayGo()) ? updates.install() : updates.state()),
    'app/notices-file': async ({ of }) => {
      const problem = await parts.openFile(parts.noticesFiles[of])
      return problem === '' ? succeed(null) : fail({ code: 'not-found', message: problem })
    },
  }
}
