import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { VaultState } from '#shared/model/app/vault-status'
import type { UnsentSecrets } from '../changes/jobs/unsent-secrets'
import { createKeyedSequencer } from '../util/async'
import { writeWithoutCopy } from '../util/files/durable-file'
import { openFileToRead, readBytes } from '../util/files/regular-file'
import { findSealedRows, newerVersionOf, sealRows, unsealRows } from './sealed-rows'
import type { SealedRow } from './sealed-rows'
import { secretNameOf } from './secret-name'
import type { Vault } from './vault'

/** In other states the vault keeps keys in memory only, so a file could never be decrypted. */
const keepsOnDisk: ReadonlySet<VaultState> = new Set(['keyring', 'keyring-changed', 'passphrase'])

export const unsentKeyName = (jobId: string): string => secretNameOf('unsent', jobId)
const extension = '.sealed'
const isJobId = (text: string): boolean => /^[\w-]{1,64}$/.test(text)

/** The version of a file written by a newer Lock Desk; null for any other file. */
const newerVersionIn = async (path: string): Promise<number | null> => {
  const file = await openFileToRead(path).catch(() => null)
  if (file === null) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return newerVersionOf(buffer.subarray(0, bytesRead))
  } catch {
    return null
  } finally {
    await file.close()
  }
}

/** Overwrites the encrypted rows with zeros. */
const overwriteWithZeros = async (path: string, rows: readonly SealedRow[]): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    for (const { at, length } of rows) await file.write(Buffer.alloc(length), 0, length, at)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/**
 * Passwords of unsent rows: one file per job in `folder`, each row encrypted with a key from the vault
 * (keychain or passphrase). A row is overwritten once it is no longer needed; when the job ends, the key is
 * erased and the file deleted. If the vault cannot store keys, the passwords stay in memory.
 */
export const openJobSecrets = async (deps: {
  folder: string
  vault: Pick<Vault, 'status' | 'has' | 'read' | 'write' | 'erase'>
  /**
   * The vault's file cannot be used now (newer version or unreadable), so a missing key does not mean that it
   * was deleted.
   */
  isVaultReadOnly?: boolean
  /** Called for a file of a newer version of the app; it is left unchanged and its passwords cannot be read. */
  onLaterVersion?: (name: string, version: number) => void
  /** A failed write; only the next start is affected. */
  onError: (error: unknown) => void
}): Promise<UnsentSecrets> => {
  const { folder, vault, onError } = deps
  const inMemory = new Map<string, Map<number, string>>()
  const onDisk = new Set(
    (await readdir(folder).catch(() => [])).flatMap((name) => {
      const jobId = name.slice(0, -extension.length)
      return name.endsWith(extension) && isJobId(jobId) ? [jobId] : []
    }),
  )
  const later = new Set<string>()
  for (const jobId of onDisk) {
    const version = await newerVersionIn(join(folder, `${jobId}${extension}`))
    if (version === null) continue
    later.add(jobId)
    deps.onLaterVersion?.(`${jobId}${extension}`, version)
  }
  const layouts = new Map<string, ReadonlyMap<number, SealedRow>>()

  const pathOf = (jobId: string) => join(folder, `${jobId}${extension}`)

  /** One operation at a time per job. */
  const sequencer = createKeyedSequencer()
  const runInSequence = <Value>(jobId: string, work: () => Promise<Value>): Promise<Value> =>
    sequencer.queue([jobId], work)

  const remove = async (jobId: string): Promise<void> => {
    inMemory.delete(jobId)
    layouts.delete(jobId)
    if (!onDisk.has(jobId) || later.has(jobId)) return
    // The key first: without it, the file cannot be decrypted.
    await vault.erase(unsentKeyName(jobId))
    await rm(pathOf(jobId), { force: true })
    onDisk.delete(jobId)
  }

  const layoutOf = async (jobId: string): Promise<ReadonlyMap<number, SealedRow>> => {
    const known = layouts.get(jobId)
    if (known !== undefined) return known
    const found = findSealedRows(await readBytes(pathOf(jobId)))
    const layout = new Map(found.map((row) => [row.rowIndex, row]))
    layouts.set(jobId, layout)
    return layout
  }

  const put = async (jobId: string, secrets: ReadonlyMap<number, string>): Promise<void> => {
    const key = randomBytes(32)
    const { bytes, rows } = await sealRows(jobId, key, secrets)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    onDisk.add(jobId)
    await writeWithoutCopy(pathOf(jobId), bytes)
    layouts.set(jobId, new Map(rows.map((row) => [row.rowIndex, row])))
    await vault.write(unsentKeyName(jobId), key.toString('base64'))
  }

  return {
    keep: (jobId, secrets) =>
      runInSequence(jobId, async () => {
        if (secrets.size === 0) return
        if (keepsOnDisk.has(vault.status().state) && isJobId(jobId)) {
          try {
            await put(jobId, secrets)
            return
          } catch (error) {
            onError(error)
            await remove(jobId).catch(onError)
          }
        }
        inMemory.set(jobId, new Map(secrets))
      }),
    has: (jobId) => inMemory.has(jobId) || onDisk.has(jobId),
    read: (jobId) =>
      runInSequence(jobId, async () => {
        const inProcess = inMemory.get(jobId)
        if (inProcess !== undefined) return new Map(inProcess)
        if (!onDisk.has(jobId)) return new Map<number, string>()
        if (later.has(jobId)) return 'locked'
        if (!vault.has(unsentKeyName(jobId))) {
          return deps.isVaultReadOnly === true ? 'locked' : new Map<number, string>()
        }
        const key = await vault.read(unsentKeyName(jobId))
        if (key === null) return 'locked'
        const bytes = await readBytes(pathOf(jobId)).catch((error: unknown) => {
          onError(error)
          return Buffer.alloc(0)
        })
        return unsealRows(jobId, Buffer.from(key, 'base64'), bytes)
      }),
    erase: (jobId, rowIndexes) =>
      runInSequence(jobId, async () => {
        for (const rowIndex of rowIndexes) inMemory.get(jobId)?.delete(rowIndex)
        if (rowIndexes.length === 0 || !onDisk.has(jobId) || later.has(jobId)) return
        const layout = await layoutOf(jobId)
        await overwriteWithZeros(
          pathOf(jobId),
          rowIndexes.flatMap((rowIndex) => layout.get(rowIndex) ?? []),
        )
      }).catch(onError),
    drop: (jobId) => runInSequence(jobId, () => remove(jobId)).catch(onError),
    jobs: () => [...new Set([...inMemory.keys(), ...onDisk])],
  }
}
