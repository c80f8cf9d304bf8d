import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { VaultState } from '#shared/model/vault-status'
import { writeWithoutCopy } from '../files/durable'
import { findSealedRows, laterVersionOf, sealRows, unsealRows } from './sealed-rows'
import type { SealedRow } from './sealed-rows'
import type { Vault } from './vault'

/** As the desk asks for it (desk/unsent-secrets.ts). */
export interface JobSecrets {
  keep(jobId: string, secrets: ReadonlyMap<number, string>): Promise<void>
  has(jobId: string): boolean
  read(jobId: string): Promise<ReadonlyMap<number, string> | 'locked'>
  erase(jobId: string, places: readonly number[]): Promise<void>
  drop(jobId: string): Promise<void>
  jobs(): readonly string[]
}

/** In the others, the vault keeps in memory, and a file would be a lock without its key. */
const keepsOnDisk: ReadonlySet<VaultState> = new Set(['keyring', 'keyring-changed', 'passphrase'])

const keyNameOf = (jobId: string): string => `unsent | ${jobId}`
const ending = '.sealed'
const isJobId = (text: string): boolean => /^[\w-]{1,64}$/.test(text)

/** The version of a file that a later Lock Desk wrote; null for any other. */
const laterVersionIn = async (path: string): Promise<number | null> => {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return laterVersionOf(buffer.subarray(0, bytesRead))
  } catch {
    return null
  } finally {
    await file.close()
  }
}

/** Overwrites what is sealed with zeros. */
const zero = async (path: string, rows: readonly SealedRow[]): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    for (const { at, length } of rows) await file.write(Buffer.alloc(length), 0, length, at)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/**
 * The passwords of unsent rows: a file for each job in `folder`, its rows sealed each by itself with a key that lies in
 * the vault, under the keyring or a passphrase. A row's is overwritten once the row needs it no more, and with the
 * job's end the key is erased and the file deleted. Where the vault keeps nothing, memory does, until the process ends.
 */
export const openJobSecrets = async (deps: {
  folder: string
  vault: Pick<Vault, 'status' | 'has' | 'read' | 'keep' | 'erase'>
  /** The vault's file is left as it is (a later version's, or out of reach): what it has no key for is not gone. */
  isVaultLeftAlone?: boolean
  /** A later version of the app wrote this file; it is left byte for byte, and its passwords are locked to us. */
  onLaterVersion?: (name: string, version: number) => void
  /** What the disk did not take; nothing is lost by that but the next start's knowledge. */
  onFault: (error: unknown) => void
}): Promise<JobSecrets> => {
  const { folder, vault, onFault } = deps
  const inMemory = new Map<string, Map<number, string>>()
  const onDisk = new Set(
    (await readdir(folder).catch(() => [])).flatMap((name) => {
      const jobId = name.slice(0, -ending.length)
      return name.endsWith(ending) && isJobId(jobId) ? [jobId] : []
    }),
  )
  const later = new Set<string>()
  for (const jobId of onDisk) {
    const version = await laterVersionIn(join(folder, `${jobId}${ending}`))
    if (version === null) continue
    later.add(jobId)
    deps.onLaterVersion?.(`${jobId}${ending}`, version)
  }
  const layouts = new Map<string, ReadonlyMap<number, SealedRow>>()
  const turns = new Map<string, Promise<unknown>>()

  const pathOf = (jobId: string) => join(folder, `${jobId}${ending}`)

  /** One after the other, for each job. */
  const inTurn = <Value>(jobId: string, work: () => Promise<Value>): Promise<Value> => {
    const result = (turns.get(jobId) ?? Promise.resolve()).then(work)
    const tail = result
      .catch(() => undefined)
      .then(() => {
        if (turns.get(jobId) === tail) turns.delete(jobId)
      })
    turns.set(jobId, tail)
    return result
  }

  const remove = async (jobId: string): Promise<void> => {
    inMemory.delete(jobId)
    layouts.delete(jobId)
    if (!onDisk.has(jobId) || later.has(jobId)) return
    // The key first: without it the file says nothing.
    await vault.erase(keyNameOf(jobId))
    await rm(pathOf(jobId), { force: true })
    onDisk.delete(jobId)
  }

  const layoutOf = async (jobId: string): Promise<ReadonlyMap<number, SealedRow>> => {
    const known = layouts.get(jobId)
    if (known !== undefined) return known
    const found = findSealedRows(await readFile(pathOf(jobId)))
    const layout = new Map(found.map((row) => [row.place, row]))
    layouts.set(jobId, layout)
    return layout
  }

  const put = async (jobId: string, secrets: ReadonlyMap<number, string>): Promise<void> => {
    const key = randomBytes(32)
    const { bytes, rows } = await sealRows(jobId, key, secrets)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    onDisk.add(jobId)
    await writeWithoutCopy(pathOf(jobId), bytes)
    layouts.set(jobId, new Map(rows.map((row) => [row.place, row])))
    await vault.keep(keyNameOf(jobId), key.toString('base64'))
  }

  return {
    keep: (jobId, secrets) =>
      inTurn(jobId, async () => {
        if (secrets.size === 0) return
        if (keepsOnDisk.has(vault.status().state) && isJobId(jobId)) {
          try {
            await put(jobId, secrets)
            return
          } catch (error) {
            onFault(error)
            await remove(jobId).catch(onFault)
          }
        }
        inMemory.set(jobId, new Map(secrets))
      }),
    has: (jobId) => inMemory.has(jobId) || onDisk.has(jobId),
    read: (jobId) =>
      inTurn(jobId, async () => {
        const held = inMemory.get(jobId)
        if (held !== undefined) return new Map(held)
        if (!onDisk.has(jobId)) return new Map<number, string>()
        if (later.has(jobId)) return 'locked'
        if (!vault.has(keyNameOf(jobId))) {
          return deps.isVaultLeftAlone === true ? 'locked' : new Map<number, string>()
        }
        const key = await vault.read(keyNameOf(jobId))
        if (key === null) return 'locked'
        const bytes = await readFile(pathOf(jobId)).catch((error: unknown) => {
          onFault(error)
          return Buffer.alloc(0)
        })
        return unsealRows(jobId, Buffer.from(key, 'base64'), bytes)
      }),
    erase: (jobId, places) =>
      inTurn(jobId, async () => {
        for (const place of places) inMemory.get(jobId)?.delete(place)
        if (places.length === 0 || !onDisk.has(jobId) || later.has(jobId)) return
        const layout = await layoutOf(jobId)
        await zero(
          pathOf(jobId),
          places.flatMap((place) => layout.get(place) ?? []),
        )
      }).catch(onFault),
    drop: (jobId) => inTurn(jobId, () => remove(jobId)).catch(onFault),
    jobs: () => [...new Set([...inMemory.keys(), ...onDisk])],
  }
}
