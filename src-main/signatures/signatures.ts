import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '#shared/error-message'
import type { CommandInput } from '#shared/bridge/commands'
import type { DomainFailure } from '#shared/model/failure'
import { signatureLines } from '#shared/model/changes/signature'
import type { DocumentSignature, SignatureLine } from '#shared/model/changes/signature'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { makePrivateFolder } from '../../src-system/private-folder'
import type { Journal } from '../journal/journal'
import {
  readSignature,
  signatureFileAt,
  signatureFolderOf,
  signatureHash,
  unrecordedFileAt,
} from '../journal/signature-files'
import type { JournaledSignature } from '../journal/signature-index'
import { createSequencer } from '../util/async'
import { syncFolder, writeWithoutCopy } from '../util/files/durable-file'
import { pathsIn, toSvg } from './signature-svg'

/** Why a person removed a signature, as the journal records it. */
const byMistake = 'removed'
const dayMs = 24 * 3_600_000
/** The interval at which expired signatures are deleted. */
const checkIntervalMs = 3_600_000

/** What is signed, as the journal records it. */
export type SignedSubject = Pick<JournaledSignature, 'jobs' | 'loan'>

export interface Signatures {
  list(subject: SignedSubject): Promise<readonly DocumentSignature[]>
  save(
    subject: SignedSubject,
    { line, strokes }: Pick<CommandInput<'signatures/save'>, 'line' | 'strokes'>,
  ): Promise<Outcome<null, DomainFailure>>
  /** Deletes the signature on a line, which is then empty. */
  removeFrom(subject: SignedSubject, line: SignatureLine): Promise<Outcome<null, DomainFailure>>
  /** How many kept signatures are older. */
  countOlderThan(days: number): number
  /** Completes what a crash cut short and deletes expired signatures. */
  cleanUp(): Promise<void>
  stop(): Promise<void>
}

const isOf =
  ({ jobs, loan }: SignedSubject) =>
  (signature: JournaledSignature): boolean =>
    signature.loan === loan && signature.jobs.join() === jobs.join()

const failureOf = (error: unknown): DomainFailure => ({
  code: 'not-saved',
  message: messageOf(error),
})

/**
 * The signatures of receipts and handover notes: files beside the journal, whose checksums it records. A file is written
 * under a temporary name, recorded, then renamed: a crash leaves a file without a record, which the next start deletes,
 * never a record without a file. A deletion is recorded first.
 */
export const createSignatures = (deps: {
  readonly journal: Pick<Journal, 'folder' | 'recordDeletedSignature' | 'recordSignature' | 'signatures'>
  /** Days after which a signature is deleted; 0 never. What is shorter than at the start counts from the next one. */
  readonly maxDays: () => number
  readonly onError: (error: unknown) => void
  /** A time that has surely passed: what deletes compares with it. */
  readonly now?: () => number
  /** This computer's clock, for a warning. */
  readonly wall?: () => number
}): Signatures => {
  const { journal, onError } = deps
  const { folder } = journal
  const now = deps.now ?? Date.now
  const wall = deps.wall ?? Date.now
  const sequencer = createSequencer()
  const daysAtStart = deps.maxDays()
  /** A setting that was shortened by mistake deletes nothing before the next start. */
  const maxDays = (): number => {
    const days = deps.maxDays()
    return days === 0 || daysAtStart === 0 ? 0 : Math.max(days, daysAtStart)
  }
  const isOlder = (at: number, days: number): boolean => now() - at > days * dayMs

  const remove = async (id: string, because: string): Promise<void> => {
    const recorded = await journal.recordDeletedSignature(id, because)
    if (!recorded.ok) throw new Error(recorded.error.message)
    await rm(signatureFileAt(folder, id), { force: true })
  }

  const toDocumentSignatures = async (signature: JournaledSignature): Promise<DocumentSignature[]> => {
    const line = signatureLines.find((known) => known === signature.line)
    if (line === undefined) return []
    const { signedAt, deleted } = signature
    // What was signed by mistake leaves no trace on the document.
    if (deleted?.because === byMistake) return []
    if (deleted !== null) return [{ line, signedAt, state: 'deleted', paths: [] }]
    const content = await readSignature(folder, signature)
    if (content.state !== 'unchanged') return [{ line, signedAt, state: content.state, paths: [] }]
    const paths = pathsIn(content.svg)
    return [{ line, signedAt, state: paths === null ? 'differs' : 'unchanged', paths: paths ?? [] }]
  }

  const cleanUp = () =>
    sequencer.queue(async () => {
      if (folder === '') return
      const days = maxDays()
      const isExpired = (at: number) => days > 0 && isOlder(at, days)
      const signatures = new Map(journal.signatures().map((signature) => [signature.id, signature]))
      const place = signatureFolderOf(folder)
      for (const name of await readdir(place).catch(() => [])) {
        const [id = '', kind, unrecorded] = name.split('.')
        const known = signatures.get(id)
        if (known?.deleted === null) {
          if (kind === 'svg' && unrecorded === 'new')
            await rename(join(place, name), signatureFileAt(folder, id))
          continue
        }
        // Without a record, a complete file may belong to a journal that was replaced by its backup.
        const isOfReplaced = known === undefined && kind === 'svg' && unrecorded === undefined
        if (isOfReplaced && !isExpired((await stat(join(place, name))).mtimeMs)) continue
        await rm(join(place, name), { force: true })
      }
      for (const { id, signedAt, deleted } of signatures.values()) {
        if (deleted === null && isExpired(signedAt)) await remove(id, 'expired')
      }
    })
  const timer = setInterval(() => void cleanUp().catch(onError), checkIntervalMs)
  timer.unref()

  return {
    list: async (subject) => {
      const last = new Map(
        journal
          .signatures()
          .filter(isOf(subject))
          .map((signature) => [signature.line, signature]),
      )
      return (await Promise.all([...last.values()].map(toDocumentSignatures))).flat()
    },
    save: (subject, { line, strokes }) =>
      sequencer.queue(async () => {
        if (folder === '') return fail({ code: 'not-saved', message: 'the journal is not open' })
        const id = randomUUID()
        const unrecorded = unrecordedFileAt(folder, id)
        const content = Buffer.from(toSvg(strokes))
        try {
          makePrivateFolder(signatureFolderOf(folder))
          await syncFolder(folder)
          await writeWithoutCopy(unrecorded, content)
        } catch (error) {
          return fail(failureOf(error))
        }
        const earlier = journal
          .signatures()
          .filter(isOf(subject))
          .filter((signature) => signature.line === line && signature.deleted === null)
        const recorded = await journal.recordSignature({
          ...subject,
          id,
          line,
          sha256: signatureHash(content),
        })
        if (!recorded.ok) {
          await rm(unrecorded, { force: true }).catch(onError)
          return fail({ code: 'not-saved', message: recorded.error.message })
        }
        // From here on the signature counts; the next start completes the rest.
        try {
          await rename(unrecorded, signatureFileAt(folder, id))
          await syncFolder(signatureFolderOf(folder))
          for (const before of earlier) await remove(before.id, 'replaced')
        } catch (error) {
          onError(error)
        }
        return succeed(null)
      }),
    removeFrom: (subject, line) =>
      sequencer.queue(async () => {
        const kept = journal
          .signatures()
          .filter(isOf(subject))
          .filter((signature) => signature.line === line && signature.deleted === null)
        try {
          for (const { id } of kept) await remove(id, byMistake)
          return succeed(null)
        } catch (error) {
          return fail(failureOf(error))
        }
      }),
    countOlderThan: (days) => {
      const at = Math.max(now(), wall())
      return journal
        .signatures()
        .filter(({ signedAt, deleted }) => deleted === null && at - signedAt > days * dayMs).length
    },
    cleanUp,
    stop: async () => {
      clearInterval(timer)
      await sequencer.settled()
    },
  }
}
