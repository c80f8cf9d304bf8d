import type { DraftCommands } from '#shared/draft-commands'
import { fail, succeed } from '#shared/outcome'
import type { OrderDrafts } from '../drafts/order-drafts'
import type { CommandHandlers } from './registrar'

export const createDraftHandlers = (drafts: OrderDrafts): Pick<CommandHandlers, keyof DraftCommands> => ({
  'drafts/read-order': () => succeed({ text: drafts.read() }),
  'drafts/keep-order': async ({ draft }) => {
    try {
      await drafts.keep(draft)
      return succeed(null)
    } catch (error) {
      if (error instanceof SyntaxError)
        return fail({ code: 'invalid-input', message: 'the draft is no JSON' })
      return fail({ code: 'not-saved', message: error instanceof Error ? error.message : 'unknown' })
    }
  },
})
