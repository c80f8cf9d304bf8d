import { messageOf } from '#shared/error-message'
import { noPlatform } from '#shared/model/branch/branch-event'
import type { BranchFact } from '#shared/model/branch/branch-event'
import type { Journal } from '../journal/journal'
import { createRunOnceScheduler, createSequencer, raceTimeout } from '../util/async'
import type { Logger } from '../util/logger'
import type { AppBranchFiles } from './branch-files'
import type { BranchService } from './branch-service'
import type { Head } from './signed-event'

const defaultPauseMs = 10 * 60_000
/** Closing does not wait for a slow disk. */
const maxClosingMs = 2_000
const maxChains = 100

/** States the end of this computer's journal, and of the chains that it has read, so that others notice what is cut or replaced. */
export const createJournalHeads = (deps: {
  readonly branch: Pick<BranchService, 'view' | 'onChange'>
  readonly files: Pick<AppBranchFiles, 'of' | 'heads' | 'statedJournal' | 'onReceived'>
  readonly journal: Pick<Journal, 'head' | 'onWrite'>
  /** Whether the journal has the record with this hash. */
  readonly contains: (hash: string) => Promise<boolean>
  readonly log: Pick<Logger, 'warn'>
  readonly pauseMs?: number
}) => {
  const { branch, files, journal, contains, log, pauseMs = defaultPauseMs } = deps
  const sequencer = createSequencer()
  /** The end that this computer stated last, as far as it is known to be in the journal. */
  let followed: Head | null = null
  let last = journal.head()
  /** What others stated since; their statements about ends do not count, or they would never end. */
  let hasNews = false

  /** The end that was stated last, if the journal still has it. */
  const followedHead = async (): Promise<Head | null> => {
    if (followed !== null) return followed
    const stated = files.statedJournal()
    return stated !== null && (await contains(stated.hash)) ? stated : null
  }

  const state = async (): Promise<void> => {
    if (branch.view() === null) return
    const platform = files.of(noPlatform)
    await platform.ready()
    const now = journal.head()
    const isSame = (followed ?? files.statedJournal())?.hash === now.hash
    if (platform.current() === null || now.n === 0 || (isSame && !hasNews)) return
    const follows = isSame ? null : await followedHead()
    const fact: BranchFact = {
      kind: 'journal.head',
      body: {
        journal: { ...now, ...(follows === null ? {} : { follows }) },
        chains: [...files.heads()]
          .map(([computer, { n, hash }]) => ({ computer, n, hash }))
          .filter(({ n }) => n > 0)
          .slice(-maxChains),
      },
    }
    hasNews = false
    await platform.append([fact])
    followed = now
  }
  const stateSafely = (): Promise<void> =>
    sequencer.queue(() =>
      state().catch((error: unknown) =>
        log.warn(`branch: the end of the journal is not stated: ${messageOf(error)}`),
      ),
    )

  const scheduler = createRunOnceScheduler(() => void stateSafely())
  const stops = [
    journal.onWrite(() => {
      const now = journal.head()
      // A backup was restored: whether it has the end that was stated last is looked up, and said at once.
      if (now.n < last.n) {
        followed = null
        void stateSafely()
      }
      last = now
      scheduler.schedule(pauseMs)
    }),
    files.onReceived(() => {
      hasNews = true
      scheduler.schedule(pauseMs)
    }),
  ]
  let wasJoined = false
  stops.push(
    branch.onChange((view) => {
      const isJoined = view !== null
      if (isJoined && !wasJoined) void stateSafely()
      wasJoined = isJoined
    }),
  )

  return {
    /** The end is stated once more; it is shared at the next start where the database is away. */
    stop: async (): Promise<void> => {
      scheduler.cancel()
      for (const stop of stops) stop()
      await raceTimeout(stateSafely(), maxClosingMs)
    },
  }
}
