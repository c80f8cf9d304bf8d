import type { signatureCommands } from '#shared/bridge/signature-commands'
import type { CommandFailure, CommandInput } from '#shared/bridge/commands'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { AppContext } from '../platform-session/app-context'
import type { PlatformSession } from '../platform-session/open-session'
import type { SignedSubject } from '../signatures/signatures'
import type { HandlersOf } from './ipc-router'

/** Handlers of signatures: only documents of known jobs and loans are signed. */
export const createSignatureHandlers = (
  {
    journal,
    settings,
    signatures,
  }: Pick<AppContext, 'journal' | 'signatures'> & { readonly settings: Pick<AppContext['settings'], 'read'> },
  { loans }: Pick<PlatformSession, 'loans'>,
): HandlersOf<typeof signatureCommands> => {
  const subjectOf = async ({
    jobIds,
    loanId,
  }: CommandInput<'signatures/list'>['document'] & {
    readonly jobIds?: readonly string[]
    readonly loanId?: string
  }): Promise<Outcome<SignedSubject, CommandFailure>> => {
    if (loanId === undefined) {
      const jobs = jobIds ?? []
      return jobs.every((jobId) => journal.job(jobId) !== null)
        ? succeed({ jobs, loan: null })
        : fail({ code: 'not-found', message: 'no such job' })
    }
    const loan = await loans.find(loanId)
    // A later loan of the same lock to the same employee is another document.
    return loan === null
      ? fail({ code: 'not-found', message: 'no such loan' })
      : succeed({ jobs: [], loan: `${loanId} ${loan.lentHere?.since ?? ''}` })
  }

  return {
    'signatures/list': async ({ document }) => {
      const subject = await subjectOf(document)
      return subject.ok ? succeed(await signatures.list(subject.value)) : subject
    },
    'signatures/save': async ({ document, ...signature }) => {
      if (!settings.read().signatures) {
        return fail({ code: 'not-allowed', message: 'signatures are switched off in Settings' })
      }
      const subject = await subjectOf(document)
      if (!subject.ok) return subject
      const saved = await signatures.save(subject.value, signature)
      return saved.ok ? succeed(await signatures.list(subject.value)) : saved
    },
    'signatures/remove': async ({ document, line }) => {
      const subject = await subjectOf(document)
      if (!subject.ok) return subject
      const removed = await signatures.removeFrom(subject.value, line)
      return removed.ok ? succeed(await signatures.list(subject.value)) : removed
    },
  }
}
