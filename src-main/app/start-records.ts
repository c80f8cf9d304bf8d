import { join } from 'node:path'
import { recentChangesAtStart } from '../changes/recent-changes'
import { stoppableJournal } from '../journal/stoppable-journal'
import { createVerifier } from '../journal/verify/verify-thread'
import { trustedCertificates } from '../platform/transport/certificates'
import { createResultLog, receiversOf } from '../result-log/result-log'
import { createSignatures } from '../signatures/signatures'
import { createConfirmedTime } from '../util/confirmed-time'
import type { EarlyServices } from './early-services'
import { openAccountMemory } from './open-account-memory'
import { openAppJournal } from './open-app-journal'

/** What was done and must be known later: the journal, what the account remembers of it, the result log, the signatures. */
export const startRecords = async (early: EarlyServices) => {
  const { disposables, files, folder, log, notices, programFolder } = early
  const { policy } = early.policy.state

  const opened = await openAppJournal(folder, { notices, log })
  const { journal, stopChanges } = stoppableJournal(opened.journal)
  disposables.add(journal)
  const accountMemory = await openAccountMemory(early, journal)
  // Stops after what writes to the journal, and before the journal.
  const resultLog = disposables.add(
    createResultLog({
      journal,
      file: files.delivered,
      receivers: opened.problem === null ? receiversOf(policy, trustedCertificates) : [],
      isRequired: policy.resultLogRequired === true,
      log,
    }),
  )
  const confirmedTime = await createConfirmedTime({
    file: files.confirmedTime,
    onError: (error) => log.warn('confirmed time not saved', { error }),
  })
  const onSignatureError = (error: unknown) => log.warn('signatures', { error })
  const signatures = disposables.add(
    createSignatures({
      journal,
      maxDays: () => early.settings.read().signatureDays,
      onError: onSignatureError,
      now: confirmedTime.read,
    }),
  )
  if (early.hasWindow) void signatures.cleanUp().catch(onSignatureError)
  const verifierProgram = join(programFolder, 'verify-journal.js')

  return {
    journal,
    journalProblem: opened.problem,
    /** From now on the journal accepts no new change. */
    stopChanges,
    accountMemory,
    /** Null if no policy limits the changes without a work order. */
    rememberedJobs: accountMemory.ofJobs,
    /** Recent changes across all platforms. Training is counted separately because it changes no real data. */
    recentChanges: recentChangesAtStart({ jobs: journal.jobs(), queued: files.queue.read().items }),
    resultLog,
    confirmedTime,
    signatures,
    verifier: disposables.add(createVerifier(verifierProgram)),
    /** A separate verifier, because a new check cancels the running one of the same verifier. */
    diagnosisVerifier: disposables.add(createVerifier(verifierProgram)),
  }
}

export type Records = Awaited<ReturnType<typeof startRecords>>
