import { createHash } from 'node:crypto'
import { createReadStream } from 'original-fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { isSigned } from './signature'

/** Beside the archive; written when the package is built (scripts/package/after-pack.mjs). */
const releaseSchema = z.object({
  version: z.string(),
  sha256: z.string(),
  /** Null: the package was built without a key. */
  signature: z.string().nullable(),
})

export interface ArchiveFacts {
  /** `unsigned`: the archive is the built one, without a signature. */
  readonly state: 'released' | 'unsigned' | 'changed'
  readonly version: string
  /** SHA-256 of the archive, in hex. */
  readonly hash: string
}

/**
 * Compares the installed archive with the one that was built and signed. An attacker who can replace the archive can also
 * replace the key in it: this finds damage and careless changes, and the hash can be compared with one from elsewhere.
 */
export const readArchive = async (installed: {
  /** The folder with the archive. */
  readonly resources: string
  readonly version: string
  readonly publicKey: string | null
  readonly signal: AbortSignal
}): Promise<ArchiveFacts> => {
  const { resources, version, publicKey, signal } = installed
  const sha256 = createHash('sha256')
  await pipeline(createReadStream(join(resources, 'app.asar')), sha256, { signal })
  const hash = sha256.digest('hex')
  const facts = { version, hash }
  const text = await readFile(join(resources, 'release.json'), 'utf8').catch(() => '')
  const release = parseRelease(text)
  if (release?.sha256 !== hash || release.version !== version) return { ...facts, state: 'changed' }
  if (publicKey === null) return { ...facts, state: 'unsigned' }
  const content = { purpose: 'archive', name: version, content: hash } as const
  return { ...facts, state: isSigned(content, release.signature ?? '', publicKey) ? 'released' : 'changed' }
}

const parseRelease = (text: string): z.infer<typeof releaseSchema> | null => {
  try {
    return releaseSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
