import type { CommandFailure } from '#shared/commands'
import { longestSlice } from '#shared/list-commands'
import type { LoanCommands, LoanSlice } from '#shared/loan-commands'
import type { Loan } from '#shared/model/loan'
import type { LockRecord } from '#shared/model/lock-record'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { JsonFile } from '../../files/json-file'
import type { Journal } from '../../journal/journal'
import { createListeners } from '../../listeners'
import { inSlices } from '../../in-slices'
import type { Records } from '../../register/records'
import { buildLoans, lendingsOf } from './build-loans'
import { pairOf, withFact } from './loan-facts'
import type { LoanFact, LoanFactsContent } from './loan-facts'

export interface Loans {
  /** Built anew where something changed since. */
  list(from: number, limit: number): Promise<LoanSlice>
  setDue(asked: LoanCommands['loans/set-due']['input']): Promise<Outcome<null, CommandFailure>>
  close(asked: LoanCommands['loans/close']['input']): Promise<Outcome<null, CommandFailure>>
  onChange(listener: () => void): () => void
  stop(): void
}

interface Built {
  readonly version: number
  readonly rows: readonly Loan[]
  readonly unread: number
}

/** What is lent on one platform. It reads the records and the journal, and keeps dates, notes and closings. */
export const createLoans = (deps: {
  records: Pick<Records, 'list' | 'enterprises' | 'onRefreshed'>
  journal: Pick<Journal, 'jobs' | 'job' | 'onChange'>
  file: JsonFile<LoanFactsContent>
  environment: string
  now?: () => number
}): Loans => {
  const { records, journal, file, environment } = deps
  const now = deps.now ?? Date.now
  const listeners = createListeners<undefined>()
  let wanted = 1
  let built: Built | null = null
  let building: Promise<Built> | null = null

  const facts = () => file.read().platforms[environment] ?? []

  function* all(): Generator<LockRecord> {
    for (let from = 0; ; from += longestSlice) {
      const { rows, total } = records.list(null, from, longestSlice)
      yield* rows
      if (rows.length === 0 || from + rows.length >= total) return
    }
  }

  const build = async (): Promise<Built> => {
    for (;;) {
      const version = wanted
      const rows = await inSlices(buildLoans(all(), lendingsOf(journal.jobs(), environment), facts()))
      const unread = records
        .enterprises()
        .filter(({ readAt, failure }) => readAt === null || failure !== null)
      // Lists that came in while it was built may be half in it.
      if (version === wanted) return { version, rows, unread: unread.length }
    }
  }
  const current = async (): Promise<Built> => {
    if (built?.version === wanted) return built
    building ??= build().finally(() => (building = null))
    built = await building
    return built
  }

  const changed = (): void => {
    wanted += 1
    listeners.tell(undefined)
  }
  const endings = [
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
      return fail({ code: 'not-saved', message: error instanceof Error ? error.message : 'unknown' })
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
      const { rows, version, unread } = await current()
      return { rows: rows.slice(from, from + limit), total: rows.length, version, unread }
    },
    setDue: async ({ dueOn, note, ...of }) => {
      const loan = (await current()).rows.find(({ loanId }) => loanId === pairOf(of))
      if (loan !== undefined) return keep({ ...factOf(loan), dueOn, note })
      // Nothing lists it, and nothing was lent here: a date alone would stand for a loan that nobody made.
      return fail({ code: 'not-found', message: `no loan of ${of.borrowedUsbKey}` })
    },
    close: async ({ note, operatorIdentity, ...of }) => {
      const loan = (await current()).rows.find(({ loanId }) => loanId === pairOf(of))
      if (loan?.state !== 'gone') {
        return fail({ code: 'not-found', message: `no loan of ${of.borrowedUsbKey} that left the lists` })
      }
      return keep({ ...factOf(loan), note, closed: { at: now(), operatorIdentity } })
    },
    onChange: (listener) => listeners.add(listener),
    stop: () => {
      for (const end of endings) end()
    },
  }
}
