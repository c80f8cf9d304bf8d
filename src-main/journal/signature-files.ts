import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { JournalReport } from '#shared/bridge/journal-commands'
import { readBytes } from '../util/files/regular-file'
import type { JournaledSignature } from './signature-index'

/** A signature has at most 5,000 points. */
export const maxSignatureBytes = 200_000

/** The folder of signatures beside a journal's files. */
export const signatureFolderOf = (folder: string): string => join(folder, 'signatures')

export const signatureFileAt = (folder: string, id: string): string =>
  join(signatureFolderOf(folder), `${id}.svg`)

/** A file on disk whose record may not be written yet. */
export const unrecordedFileAt = (folder: string, id: string): string => `${signatureFileAt(folder, id)}.new`

export const signatureHash = (content: Uint8Array): string => hash('sha256', content)

/** Ids are file names, so a damaged journal must not name another folder. */
export const isSignatureId = (id: string): boolean => /^[0-9a-f-]{36}$/.test(id)

export type SignatureContent =
  { readonly state: 'unchanged'; readonly svg: string } | { readonly state: 'missing' | 'differs' }

/** Reads the file of a recorded signature and compares its checksum. */
export const readSignature = async (
  folder: string,
  { id, sha256 }: Pick<JournaledSignature, 'id' | 'sha256'>,
): Promise<SignatureContent> => {
  if (!isSignatureId(id)) return { state: 'missing' }
  for (const path of [signatureFileAt(folder, id), unrecordedFileAt(folder, id)]) {
    let bytes: Buffer
    try {
      bytes = await readBytes(path, maxSignatureBytes)
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (isMissing) continue
      return { state: 'differs' }
    }
    return signatureHash(bytes) === sha256
      ? { state: 'unchanged', svg: bytes.toString('utf8') }
      : { state: 'differs' }
  }
  return { state: 'missing' }
}

const maxListed = 100

/** The files of signatures that differ from what the journal records. The app records what it deletes. */
export const findChangedSignatures = async (
  folder: string,
  signatures: readonly JournaledSignature[],
): Promise<Pick<JournalReport['signatures'], 'missing' | 'differing'>> => {
  const found = { missing: [] as string[], differs: [] as string[] }
  for (const signature of signatures) {
    if (signature.deleted !== null) continue
    const { state } = await readSignature(folder, signature)
    if (state !== 'unchanged') found[state].push(`${signature.id}.svg`)
  }
  return { missing: found.missing.slice(0, maxListed), differing: found.differs.slice(0, maxListed) }
}
