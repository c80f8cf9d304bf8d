import { fail } from '#shared/outcome'
import type { Journal } from './journal'
import { noHead } from './line'

/** Replaces a journal that could not be opened: lookups work, sending does not. */
export const createNullJournal = (): Journal => {
  const failure = fail({ code: 'not-writable' as const, message: 'the journal cannot be opened' })
  return {
    recordIntent: () => Promise.resolve(failure),
    recordSent: () => Promise.reject(new Error(failure.error.message)),
    recordReturned: () => Promise.resolve(failure),
    recordResults: () => Promise.resolve(failure),
    closeJob: () => Promise.resolve(failure),
    recordSignature: () => Promise.resolve(failure),
    recordDeletedSignature: () => Promise.resolve(failure),
    recordLookOnly: () => Promise.resolve(failure),
    signatures: () => [],
    job: () => null,
    change: () => null,
    jobs: () => [],
    rows: () => 0,
    slice: () => [],
    recent: () => [],
    hasLater: () => false,
    hasLaterSent: () => false,
    open: () => [],
    onChange: () => () => undefined,
    onWrite: () => () => undefined,
    folder: '',
    head: () => noHead,
    files: () => [],
    rotate: () => Promise.resolve(failure),
    restoreStaged: () => Promise.resolve(failure),
    stop: () => Promise.resolve(),
  }
}
