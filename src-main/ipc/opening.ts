import type { CommandName } from '#shared/commands'
import type { CommandHandlers } from './registrar'

/** What the window's first picture needs. */
export type FirstHandlers = Pick<CommandHandlers, 'app/describe' | 'settings/read'>

/**
 * Who answers the page while the desk opens: what the first picture needs is there as soon as the settings are read,
 * everything else when a platform is open. A journal of many years holds up no window.
 */
export const createOpening = () => {
  let begin!: (first: FirstHandlers) => void
  const begun = new Promise<FirstHandlers>((done) => {
    begin = done
  })
  let end!: () => void
  const ended = new Promise<void>((done) => {
    end = done
  })
  let current: (() => CommandHandlers | null) | null = null
  // Not read as it stands: it turns while a promise is waited for, which the types do not see.
  const opened = () => current

  return {
    /** From here on the first picture is answered. */
    begin,
    /** From here on `handlers` answers everything, or nobody does. */
    end: (handlers: () => CommandHandlers | null) => {
      current = handlers
      end()
    },
    handlersFor: async (name: CommandName): Promise<Partial<CommandHandlers> | null> => {
      if (opened() === null) {
        const first = await begun
        if (opened() === null && name in first) return first
        await ended
      }
      return opened()?.() ?? null
    },
  }
}
