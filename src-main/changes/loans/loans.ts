import type { BranchFact } from '#shared/model/branch/branch-event'
import type { CommandInput } from '#shared/bridge/commands'
import type { DomainFailure } from '#shared/model/failure'
import { maxSliceLength, sliceOf } from '#shared/model/slices'
import type { LoanSlice } from '#shared/bridge/loan-commands'
import { loanIdOf } from '#shared/model/changes/loan'
import type { Loan, LoanAct, LoanOf } from '#shared/model/changes/loan'
import type { LoanAbout, LoanFact } from '#shared/model/changes/loan-fact'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { JsonFile } from '../../util/files/json-file'
import { createFoldedList, notShared } from '../../util/folded-list'
import type { PlatformBranch } from '../../util/folded-list'
import type { Journal } from '../../journal/journal'
import { createEmitter } from '../../util/emitter'
import { writeFailureOf } from '../../util/failure-error'
import { runTimeSliced } from '../../util/async'
import type { AssetDirectory } from '../../directory/asset-directory'
import { buildLoans, lendingsOf } from './build-loans'
import { loanList } from './loan-facts'
import type { LoanFactsContent } from './loan-facts'

export interface Loans {
  /** Rebuilt if something changed since the last call. */
  list(from: number, limit: number): Promise<LoanSlice>
  find(loanId: string): Promise<Loan | null>
  setDue(input: CommandInput<'loans/set-due'>): Promise<Outcome<null, DomainFailure>>
  setReturned(input: CommandInput<'loans/set-returned'>): Promise<Outcome<null, DomainFailure>>
  close(input: CommandInput<'loans/close'>): Promise<Outcome<null, DomainFailure>>
  onChange(listener: () => void): () => void
  stop(): Promise<void>
}

interface Built extends Pick<LoanSlice, 'version' | 'unread' | 'missing'> {
  readonly rows: readonly Loan[]
}

const aboutOf = (loan: Loan): LoanAbout => ({
  borrowedUsbKey: loan.borrowedUsbKey,
  memberGlobalId: loan.memberGlobalId,
  enterpriseGlobalId: loan.enterpriseGlobalId,
  enterpriseName: loan.enterpriseName,
  memberName: loan.memberName,
  assets: [...loan.assets],
  lentHere: loan.lentHere,
})

const closing = (loan: Omit<LoanFact, 'closed'>, closed: LoanAct): BranchFact => ({
  kind: 'loan.closed',
  body: { loan: { ...loan, closed } },
})

interface LoansDeps {
  directory: Pick<AssetDirectory, 'list' | 'enterprises' | 'onRefreshed'>
  journal: Pick<Journal, 'jobs' | 'job' | 'onChange'>
  file: JsonFile<LoanFactsContent>
  platformId: string
  /** Missing where the platform is not shared. */
  branch?: PlatformBranch
  /** Why the policy forbids a due date of a loan that began then (ms since 1970), or null. */
  refuseDueDate?: (dueOn: string | null, since: number) => DomainFailure | null
  onError: (error: unknown) => void
  now?: () => number
}

/**
 * The loans of one platform, built from the asset directory and the journal. Due dates, notes, returns and closings are
 * facts of a folded list: in a branch, all desks have them.
 */
export const createLoans = (deps: LoansDeps): Loans => {
  const { directory, journal, file, platformId, onError } = deps
  const now = deps.now ?? Date.now
  const listeners = createEmitter<undefined>()
  let currentVersion = 1
  let built: Built | null = null
  let building: Promise<Built> | null = null

  const facts = createFoldedList({
    file,
    platformId,
    branch: deps.branch ?? notShared,
    form: loanList,
  })

  function* allRecords(): Generator<LockRecord> {
    for (let from = 0; ; from += maxSliceLength) {
      const { rows, total } = directory.list(null, from, maxSliceLength)
      yield* rows
      if (rows.length === 0 || from + rows.length >= total) return
    }
  }

  const build = async (): Promise<Built> => {
    for (;;) {
      const version = currentVersion
      const rows = await runTimeSliced(
        buildLoans(allRecords(), lendingsOf(journal.jobs(), platformId), facts.read()),
      )
      const unread = directory
        .enterprises()
        .filter(({ readAt, failure }) => readAt === null || failure !== null)
      const missing = unread.filter(({ readAt }) => readAt === null)
      // If lists changed during the build, the rows may mix old and new data, so it runs again.
      if (version === currentVersion) {
        return {
          version,
          rows,
          unread: unread.length,
          missing:
            missing.length === 0
              ? null
              : { failure: missing.find(({ failure }) => failure !== null)?.failure ?? null },
        }
      }
    }
  }
  /**
   * Stores what the lists agreed to, so that a later loan of the same lock to the same employee is another one. The rows
   * stay as they are, and a write that failed is repeated with the next build.
   */
  const closeAgreed = async (rows: readonly Loan[]): Promise<void> => {
    const agreed = rows.filter(({ state, returned }) => state === 'closed' && returned !== null)
    const isAgreed = (fact: LoanFact): boolean =>
      agreed.some((loan) => loanIdOf(loan) === loanIdOf(fact) && loan.closed?.at === fact.returned?.at)
    if (agreed.length === 0) return
    await facts.change((known) =>
      known.flatMap((fact) =>
        fact.closed === null && fact.returned !== null && isAgreed(fact)
          ? [closing(fact, fact.returned)]
          : [],
      ),
    )
  }
  const current = async (): Promise<Built> => {
    if (built?.version === currentVersion) return built
    building ??= build().finally(() => (building = null))
    built = await building
    await closeAgreed(built.rows).catch(onError)
    return built
  }

  const markChanged = (): void => {
    currentVersion += 1
    listeners.emit(undefined)
  }
  const unsubscribers = [
    facts.onChange(markChanged),
    directory.onRefreshed(markChanged),
    journal.onChange(({ jobId }) => {
      if (journal.job(jobId)?.intent.operation === 'member.lendAssets') markChanged()
    }),
  ]

  const storeFacts = async (...stated: readonly BranchFact[]): Promise<Outcome<null, DomainFailure>> => {
    try {
      await facts.change(() => stated)
    } catch (error) {
      return fail(writeFailureOf(error))
    }
    markChanged()
    return succeed(null)
  }
  const find = async (pair: LoanOf): Promise<Loan | null> =>
    (await current()).rows.find(({ loanId }) => loanId === loanIdOf(pair)) ?? null

  return {
    list: async (from, limit) => {
      const all = await current()
      return { ...all, ...sliceOf(all.rows, all.version, from, limit) }
    },
    find: async (loanId) => (await current()).rows.find((loan) => loan.loanId === loanId) ?? null,
    setDue: async ({ dueOn, note: typed, ...pair }) => {
      const loan = await find(pair)
      if (loan !== null) {
        const note = typed ?? loan.note
        // A note can be changed, whatever the due date is.
        const refusal =
          dueOn === loan.dueOn ? null : deps.refuseDueDate?.(dueOn, loan.lentHere?.since ?? now())
        if (refusal != null) return fail(refusal)
        const about = aboutOf(loan)
        const noted: BranchFact = { kind: 'loan.note', body: { loan: about, note } }
        if (note !== loan.note && dueOn === loan.dueOn) return storeFacts(noted)
        const due: BranchFact = { kind: 'loan.due', body: { loan: about, dueOn } }
        return note === loan.note ? storeFacts(due) : storeFacts(due, noted)
      }
      // Neither the lists nor this computer know such a loan; storing a due date would create one.
      return fail({ code: 'not-found', message: `no loan of ${pair.borrowedUsbKey}` })
    },
    setReturned: async ({ operatorIdentity, ...pair }) => {
      const loan = await find(pair)
      const isLent = loan?.state === 'active' || loan?.state === 'unconfirmed' || loan?.state === 'returned'
      if (!isLent) return fail({ code: 'not-found', message: `${pair.borrowedUsbKey} is not lent` })
      const returned = operatorIdentity === null ? null : { at: now(), operatorIdentity }
      return storeFacts({ kind: 'loan.returned', body: { loan: aboutOf(loan), returned } })
    },
    close: async ({ note, operatorIdentity, ...pair }) => {
      const loan = await find(pair)
      if (loan?.state !== 'not-listed') {
        return fail({ code: 'not-found', message: `the lists still show the loan of ${pair.borrowedUsbKey}` })
      }
      const { dueOn, returned } = loan
      return storeFacts(closing({ ...aboutOf(loan), dueOn, note, returned }, { at: now(), operatorIdentity }))
    },
    onChange: (listener) => listeners.add(listener),
    stop: async () => {
      for (const end of unsubscribers) end()
      await facts.stop()
    },
  }
}
