import { messageOf } from '#shared/error-message'
import { keepsSecrets } from '#shared/model/app/vault-status'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { JsonFile } from '../util/files/json-file'
import { secretNameOf } from '../vault/secret-name'
import type { Vault } from '../vault/vault'
import type { SigningKeys } from '../work-orders/signing-key'
import type { BranchFile } from './branch-file'
import type { BranchProblem } from './branch-problem'
import type { BranchFiles } from './branch-stores'
import type { BranchAccess } from './database/branch-access'
import type { BranchConnection } from './database/branch-connection'
import { failureOf } from './database/database-failure'
import { readJoinFile } from './database/join-file'
import type { JoinFile } from './database/join-file'

export interface EnterDeps {
  readonly file: JsonFile<BranchFile>
  readonly files: Pick<BranchFiles, 'create'>
  readonly vault: Pick<Vault, 'write' | 'status'>
  readonly keys: Pick<SigningKeys, 'open'>
  readonly now: () => number
  /** Throws as `connectToBranch` does. */
  readonly connect: (access: JoinFile) => Promise<BranchConnection>
}

/** The name in the vault of a computer's password. */
export const branchPasswordName = (computer: string): string => secretNameOf('branch', computer)

/** Connects once as this computer, and gives the branch its key. */
const register = async (
  access: JoinFile,
  publicKey: string,
  { connect }: EnterDeps,
): Promise<Outcome<null, BranchProblem>> => {
  try {
    const connection = await connect(access)
    try {
      await connection.registerKey(publicKey)
      // A log that begins again would say something else under the same numbers.
      return (await connection.ownHead()) === null
        ? succeed(null)
        : fail({ code: 'join-file-used', message: 'the computer has events already' })
    } finally {
      await connection.close()
    }
  } catch (error) {
    return fail(failureOf(error))
  }
}

const save = async (
  { password, ...access }: JoinFile,
  { file, files, vault, now }: EnterDeps,
): Promise<Outcome<null, BranchProblem>> => {
  try {
    await vault.write(branchPasswordName(access.computer.id), password)
    await files.create(access.computer.id)
    // From here on the computer is in the branch, also after a crash.
    await file.update(() => ({ version: 1, joined: { access, at: now() } }))
    return succeed(null)
  } catch (error) {
    return fail({ code: 'branch-not-saved', message: messageOf(error) })
  }
}

/** Makes this computer one of the branch of a join file. Its files are there afterwards; it is not connected. */
export const enterBranch = async (
  bytes: Uint8Array,
  deps: EnterDeps,
): Promise<Outcome<BranchAccess, BranchProblem>> => {
  const { file, vault, keys } = deps
  const read = readJoinFile(bytes)
  if (!read.ok) return read
  if (file.read().joined !== null)
    return fail({ code: 'already-joined', message: 'this computer is in a branch' })
  const { state } = vault.status()
  if (!keepsSecrets(state)) return fail({ code: 'password-not-storable', message: `the vault is ${state}` })
  const key = await keys.open()
  if (!key.ok) return key
  const registered = await register(read.value, key.value.publicKey, deps)
  if (!registered.ok) return registered
  const saved = await save(read.value, deps)
  if (!saved.ok) return saved
  const { password: _password, ...access } = read.value
  return succeed(access)
}
