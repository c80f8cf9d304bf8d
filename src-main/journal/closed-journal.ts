import { fail } from '#shared/outcome'
import type { Journal } from './journal'
import { noHead } from './record'

/** In the place of a journal that could not be opened: looking up works, and nothing can be sent. */
export const closedJournal = (): Journal => {
  const refusal = fail({ code: 'not-writable' as const, message: 'the journal could not be opened' })
  return {
    intend: () => Promise.resolve(refusal),
    sending: () => Promise.reject(new Error(refusal.error.message)),
    returned: () => Promise.resolve(refusal),
    end: () => Promise.resolve(refusal),
    close: () => Promise.resolve(refusal),
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
    folder: '',
    head: () => noHead,
    files: () => [],
    beginFile: () => Promise.resolve(refusal),
    takeStaged: () => Promise.resolve(refusal),
    stop: () => Promise.resolve(),
  }
}
