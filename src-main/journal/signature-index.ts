import type { JournalRecord } from './record'

/** A signature on a document, as the journal records it. */
export interface JournaledSignature {
  readonly id: string
  readonly sha256: string
  readonly line: string
  readonly jobs: readonly string[]
  readonly loan: string | null
  readonly signedAt: number
  /** When and why the app deleted its file; null while the file must be there. */
  readonly deleted: { readonly at: number; readonly because: string } | null
}

type SignatureRecord = Extract<JournalRecord, { kind: 'signed' | 'signature-deleted' }>

/** The signatures of a journal in memory, oldest first, built only from records. */
export const createSignatureIndex = () => {
  const signatures = new Map<string, JournaledSignature>()
  return {
    apply: (record: SignatureRecord): void => {
      const { signature: id, at } = record
      if (record.kind === 'signed') {
        const { sha256, line, jobs, loan } = record
        signatures.set(id, { id, sha256, line, jobs, loan, signedAt: at, deleted: null })
        return
      }
      const known = signatures.get(id)
      if (known !== undefined) signatures.set(id, { ...known, deleted: { at, because: record.because } })
    },
    list: (): readonly JournaledSignature[] => [...signatures.values()],
  }
}
