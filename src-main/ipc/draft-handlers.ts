import { messageOf } from '#shared/error-message'
import type { draftCommands } from '#shared/bridge/draft-commands'
import { fail, succeed } from '#shared/outcome'
import type { PlatformSession } from '../platform-session/open-session'
import { saving, withFileErrors } from './outcomes'
import type { HandlersOf } from './ipc-router'

export const createDraftHandlers = ({
  keptLists,
  orderDrafts,
  unfinishedWork,
}: Pick<PlatformSession, 'keptLists' | 'orderDrafts' | 'unfinishedWork'>): HandlersOf<
  typeof draftCommands
> => ({
  'drafts/read-order': () => succeed({ text: orderDrafts.read() }),
  'drafts/save-order': async ({ draft }) => {
    try {
      await orderDrafts.save(draft)
      return succeed(null)
    } catch (error) {
      if (error instanceof SyntaxError)
        return fail({ code: 'invalid-input', message: 'the draft is not JSON' })
      return fail({ code: 'not-saved', message: messageOf(error) })
    }
  },
  'drafts/read-list': () => {
    const [list = null, ...others] = keptLists.read()
    return succeed({ list, others })
  },
  'drafts/save-list': ({ list, others = [] }) =>
    withFileErrors('not-saved', async () => {
      await keptLists.save(list === null ? [] : [list, ...others])
      return succeed(null)
    }),
  'drafts/read-labels': () => succeed({ numbers: unfinishedWork.labels() }),
  'drafts/save-labels': ({ numbers }) => saving(() => unfinishedWork.saveLabels(numbers)),
  'drafts/read-loan': () => succeed({ loan: unfinishedWork.loan() }),
  'drafts/save-loan': ({ loan }) => saving(() => unfinishedWork.saveLoan(loan)),
})
