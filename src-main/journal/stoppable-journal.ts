import { fail } from '#shared/outcome'
import type { Journal } from './journal'

/**
 * Wraps a journal that can reject new writes: without intents and “sent” records nothing can be sent
 * (send-batch.ts). Results of sent rows are still written.
 */
export const stoppableJournal = (
  journal: Journal,
): { readonly journal: Journal; readonly stopChanges: (why: string) => void } => {
  let stopped: string | null = null
  const failure = (message: string) => fail({ code: 'not-writable' as const, message })
  return {
    stopChanges: (why) => {
      stopped ??= why
    },
    journal: {
      ...journal,
      recordIntent: async (intent) => (stopped === null ? journal.recordIntent(intent) : failure(stopped)),
      recordSent: async (jobId, rowIndexes) => {
        if (stopped !== null) throw new Error(stopped)
        await journal.recordSent(jobId, rowIndexes)
      },
      restoreStaged: async () => (stopped === null ? journal.restoreStaged() : failure(stopped)),
    },
  }
}
