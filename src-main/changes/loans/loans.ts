import { messageOf } from '#shared/error-message'
import type { CommandFailure, CommandInput } from '#shared/bridge/commands'
import { maxSliceLength } from '#shared/model/slices'
import type { LoanSlice } from '#shared/bridge/loan-commands'
import type { Loan } from '#shared/model/changes/loan'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { JsonFile } from '../../util/files/json-file'
import type { Journal } from '../../journal/journal'
import { createEmitter } from '../../util/emitter'
import { runTimeSliced } from '../../util/async'
import type { AssetDirectory } from '../../directory/asset-directory'
import { buildLoans, lendingsOf } from './build-loans'
import { pairOf, withFact } from './loan-facts'
import type { LoanFact, LoanFactsContent } from './loan-facts'

export interface Loans {
  /** Rebuilt if something changed since the last call. */
  list(from: number, limit: number): Promise<LoanSlice>
  find(loanId: string): Promise<Loan | null>
  setDue(input: CommandInput<'loans/set-due'>): Promise<Outcome<null, CommandFailure>>
  close(input: CommandInput<'loans/close'>): Promise<Outcome<null, CommandFailure>>
  onChange(listener: () => void): () => void
  stop(): void
}

interface Built extends Pick<LoanSlice, 'version' | 'unread' | 'missing'> {
  readonly rows: readonly Loan[]
}

/**
 * The active loans of one platform, built from the asset directory and the journal; stores due dates, notes and
 * closings.
 */
export const createLoans = (deps: {
  records: Pick<AssetDirectory, 'list' | 'enterprises' | 'onRefreshed'>
  journal: Pick<Journal, 'jobs' | 'job' | 'onChange'>
  file: JsonFile<LoanFactsContent>
  environment: string
  now?: () => number
}): Loans => {
  const { records, journal, file, environment } = deps
  const now = deps.now ?? Date.now
  const listeners = createEmitter<undefined>()
  let currentVersion = 1
  let built: Built | null = null
  let building: Promise<Built> | null = null

  const facts = () => file.read().platforms[environment] ?? []

  function* all(): Generator<LockRecord> {
    for (let from = 0; ; from += maxSliceLength) {
      const { rows, total } = records.list(null, from, maxSliceLength)
      yield* rows
      if (rows.length === 0 || from + rows.length >= total) return
    }
  }

  const build = async (): Promise<Built> => {
    for (;;) {
      const version = currentVersion
      const rows = await runTimeSliced(buildLoans(all(), lendingsOf(journal.jobs(), environment), facts()))
      const unread = records
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
  const current = async (): Promise<Built> => {
    if (built?.version === currentVersion) return built
    building ??= build().finally(() => (building = null))
    built = await building
    return built
  }

  const changed = (): void => {
    currentVersion += 1
    listeners.emit(undefined)
  }
  const unsubscribers = [
    records.onRefreshed(changed),
    journal.onChange(({ jobId }) => {
      if (journal.job(jobId)?.intent.operation === 'member.lendAssets') changed()
    }),
  ]

  const keep = async (fact: LoanFact): Promise<Outcome<null, CommandFailure>> => {
    try {
      await file.update((content) => ({
        ...content,
        platforms: {
          ...content.platforms,
          [environment]: withFact(content.platforms[environment] ?? [], fact),
        },
      }))
    } catch (error) {
      return fail({ code: 'not-saved', message: messageOf(error) })
    }
    changed()
    return succeed(null)
  }

  const factOf = (loan: Loan): LoanFact => ({
    borrowedUsbKey: loan.borrowedUsbKey,
    memberGlobalId: loan.memberGlobalId,
    enterpriseGlobalId: loan.enterpriseGlobalId,
    enterpriseName: loan.enterpriseName,
    memberName: loan.memberName,
    assets: [...loan.assets],
    lentHere: loan.lentHere,
    dueOn: loan.dueOn,
    note: loan.note,
    closed: null,
  })

  return {
    list: async (from, limit) => {
      const { rows, ...about } = await current()
      return { ...about, rows: rows.slice(from, from + limit), total: rows.length }
    },
    find: async (loanId) => (await current()).rows.find((loan) => loan.loanId === loanId) ?? null,
    setDue: async ({ dueOn, note, ...of }) => {
      const loan = (await current()).rows.find(({ loanId }) => loanId === pairOf(of))
      if (loan !== undefined) return keep({ ...factOf(loan), dueOn, note })
      // Neither the lists nor this computer know such a loan; storing a due date would create one.
      return fail({ code: 'not-found', message: `no loan of ${of.borrowedUsbKey}` })
    },
    close: async ({ note, operatorIdentity, ...of }) => {
      const loan = (await current()).rows.find(({ loanId }) => loanId === pairOf(of))
      if (loan?.state !== 'not-listed') {
        return fail({ code: 'not-found', message: `the lists still show the loan of ${of.borrowedUsbKey}` })
      }
      return keep({ ...factOf(loan), note, closed: { at: now(), operatorIdentity } })
    },
    onChange: (listener) => listeners.add(listener),
    stop: () => {
      for (const end of unsubscribers) end()
    },
  }
}
