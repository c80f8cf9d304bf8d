import { messageOf } from '#shared/error-message'
import type { BranchState, ChangedEnd } from '#shared/model/branch/branch-view'
import { keepsSecrets } from '#shared/model/app/vault-status'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { createSequencer } from '../util/async'
import { createEmitter } from '../util/emitter'
import type { JsonFile } from '../util/files/json-file'
import type { Logger } from '../util/logger'
import { secretNameOf } from '../vault/secret-name'
import type { Vault } from '../vault/vault'
import type { KeyFailure, SigningKeys } from '../work-orders/signing-key'
import type { BranchFile } from './branch-file'
import type { ApartEvent, BranchFiles, BranchStores } from './branch-stores'
import type {
  BranchComputer,
  BranchConnection,
  ChangingElsewhere,
  ChangingNow,
  Claim,
  OrderToClaim,
} from './database/branch-connection'
import { DatabaseError, failureOf } from './database/database-failure'
import type { DatabaseFailure } from './database/database-failure'
import { readJoinFile } from './database/join-file'
import type { BranchAccess } from './database/branch-access'
import type { JoinFile, JoinFileFailure } from './database/join-file'
import { createBranchSync } from './sync'
import type { BranchSync } from './sync'

export type BranchProblem =
  | JoinFileFailure
  | KeyFailure
  | DatabaseFailure
  | Failure<
      | 'already-joined'
      | 'not-joined'
      | 'join-file-used'
      | 'password-not-storable'
      | 'password-not-readable'
      | 'branch-not-saved'
      | 'branch-managed'
      | 'join-file-unreadable'
    >

export interface JoinedBranch {
  readonly access: BranchAccess
  readonly joinedAt: number
  readonly state: BranchState
  /** The newest events that were not applied here, oldest first. */
  readonly apart: readonly ApartEvent[]
  /** The number of the first own event that can no longer be read, or null. */
  readonly damagedAt: number | null
  /** Computers whose journal or chain became shorter or different, oldest first. */
  readonly changedEnds: readonly ChangedEnd[]
}

/** The join file that the policy names. */
export interface PresetBranch {
  readonly path: string
  readonly read: () => Promise<Uint8Array>
}

const managed = () =>
  fail({ code: 'branch-managed' as const, message: 'the policy decides the branch of this computer' })

const passwordName = (computer: string): string => secretNameOf('branch', computer)

/** This computer in its branch, or in none. */
export const createBranchService = (deps: {
  readonly file: JsonFile<BranchFile>
  readonly files: BranchFiles
  readonly vault: Pick<Vault, 'read' | 'write' | 'erase' | 'status'>
  readonly keys: Pick<SigningKeys, 'open'>
  readonly now: () => number
  readonly log: Pick<Logger, 'warn'>
  /** Null if the person at the computer decides. */
  readonly preset?: PresetBranch | null
  /** Throws as `connectToBranch` does. */
  readonly connect: (access: JoinFile) => Promise<BranchConnection>
}) => {
  const { file, files, vault, keys, now, log, connect, preset = null } = deps
  const sequencer = createSequencer()
  const changed = createEmitter<JoinedBranch | null>()
  const changing = createEmitter<readonly ChangingElsewhere[]>()
  let sync: BranchSync | null = null
  let stores: BranchStores | null = null
  let hasStarted = false
  /** This computer's files of the branch could not be opened. */
  let isUnreadable = false
  /** Why the join file of the policy could not be used. */
  let presetProblem: BranchProblem | null = null

  const idle: BranchState = {
    connected: false,
    notShared: 0,
    lastSeenAt: null,
    problem: null,
    restoredAt: null,
    earlier: null,
  }
  const unreadable: BranchState = { ...idle, problem: 'branch-not-saved' }
  const changedEnds = (): readonly ChangedEnd[] => {
    const received = stores?.received
    if (received === undefined) return []
    return received
      .findings()
      .map(({ computer, ...ends }) => ({ computer: received.names().get(computer) ?? null, ...ends }))
  }
  const view = (): JoinedBranch | null => {
    const { joined } = file.read()
    return joined === null
      ? null
      : {
          access: joined.access,
          joinedAt: joined.at,
          state: sync?.state() ?? (isUnreadable ? unreadable : idle),
          apart: stores?.received.apart() ?? [],
          damagedAt: stores?.own.damagedAt() ?? null,
          changedEnds: changedEnds(),
        }
  }

  const connectAgain = async (access: BranchAccess): Promise<BranchConnection> => {
    const password = await vault.read(passwordName(access.computer.id))
    if (password === null) throw new DatabaseError('password-not-readable', 'the vault is locked')
    return connect({ ...access, password })
  }

  const startSync = async (): Promise<void> => {
    const { joined } = file.read()
    if (joined === null || sync !== null) return
    const { access } = joined
    isUnreadable = true
    const opened = await files.open(access.computer.id).catch((error: unknown) => {
      changed.emit(view())
      throw error
    })
    isUnreadable = false
    stores = opened
    sync = createBranchSync({ ...opened, connect: () => connectAgain(access), now, log })
    sync.onChange(() => changed.emit(view()))
    sync.onChanging(changing.emit)
    sync.start()
  }

  const stopSync = async (): Promise<void> => {
    await sync?.stop()
    sync = null
    stores = null
  }

  /** Connects once as this computer, and gives the branch its key. */
  const register = async (access: JoinFile, publicKey: string): Promise<Outcome<null, BranchProblem>> => {
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

  const save = async ({ password, ...access }: JoinFile): Promise<Outcome<null, BranchProblem>> => {
    try {
      await vault.write(passwordName(access.computer.id), password)
      await files.create(access.computer.id)
      // From here on the computer is in the branch, also after a crash.
      await file.update(() => ({ version: 1, joined: { access, at: now() } }))
      return succeed(null)
    } catch (error) {
      return fail({ code: 'branch-not-saved', message: messageOf(error) })
    }
  }

  const join = async (bytes: Uint8Array): Promise<Outcome<BranchAccess, BranchProblem>> => {
    const read = readJoinFile(bytes)
    if (!read.ok) return read
    if (file.read().joined !== null)
      return fail({ code: 'already-joined', message: 'this computer is in a branch' })
    const { state } = vault.status()
    if (!keepsSecrets(state)) return fail({ code: 'password-not-storable', message: `the vault is ${state}` })
    const key = await keys.open()
    if (!key.ok) return key
    const registered = await register(read.value, key.value.publicKey)
    if (!registered.ok) return registered
    const saved = await save(read.value)
    if (!saved.ok) return saved
    if (hasStarted) await startSync()
    changed.emit(view())
    const { password: _password, ...access } = read.value
    return succeed(access)
  }

  /** With the file of the policy. What fails is tried again at the next start, and by `retry`. */
  const joinPreset = async (): Promise<void> => {
    if (preset === null || file.read().joined !== null) return
    const bytes = await preset.read().catch((error: unknown) => {
      log.warn(`branch: ${preset.path}: ${messageOf(error)}`)
      return null
    })
    const joined =
      bytes === null
        ? fail({ code: 'join-file-unreadable' as const, message: preset.path })
        : await join(bytes)
    presetProblem = joined.ok ? null : joined.error
    if (!joined.ok)
      log.warn(`branch: not joined by the policy (${joined.error.code}): ${joined.error.message}`)
    changed.emit(view())
  }

  const leave = async (): Promise<Outcome<BranchAccess, BranchProblem>> => {
    const { joined } = file.read()
    if (joined === null) return fail({ code: 'not-joined', message: 'this computer is in no branch' })
    await stopSync()
    try {
      // What is known is in the files of a computer without a branch before it is one.
      await files.close()
      await file.update(() => ({ version: 1, joined: null }))
      await vault.erase(passwordName(joined.access.computer.id))
    } catch (error) {
      if (file.read().joined !== null) await startSync().catch(() => undefined)
      return fail({ code: 'branch-not-saved', message: messageOf(error) })
    } finally {
      changed.emit(view())
    }
    return succeed(joined.access)
  }

  const start = async (): Promise<void> => {
    hasStarted = true
    await startSync()
    await joinPreset()
  }

  const notConnected = () => fail({ code: 'not-joined' as const, message: 'this computer is in no branch' })

  return {
    /** Null in no branch. */
    view,
    onChange: changed.add,
    /** Connects, now and after each later join; after the first paint. Throws if this computer's files cannot be opened. */
    start: () => sequencer.queue(start),
    join: (bytes: Uint8Array) =>
      sequencer.queue(() => (preset === null ? join(bytes) : Promise.resolve(managed()))),
    leave: () => sequencer.queue(() => (preset === null ? leave() : Promise.resolve(managed()))),
    /** The join file of the policy, and why it could not be used; null if the person at the computer decides. */
    preset: () => (preset === null ? null : { path: preset.path, problem: presetProblem }),
    retry: (): void => {
      sync?.retry()
      if (hasStarted) void sequencer.queue(joinPreset)
    },
    computers: (): Promise<Outcome<readonly BranchComputer[], BranchProblem>> =>
      sync?.computers() ?? Promise.resolve(notConnected()),
    /** The claim of a work order, also another computer's. */
    claim: (orderId: string, digest: string): Promise<Outcome<Claim, BranchProblem>> =>
      sync?.claim(orderId, digest) ?? Promise.resolve(notConnected()),
    /** The claims of orders that were used already. */
    claimAll: (orders: readonly OrderToClaim[]): Promise<Outcome<readonly Claim[], BranchProblem>> =>
      sync?.claimAll(orders) ?? Promise.resolve(notConnected()),
    /** Says to the other computers which locks this one changes now. */
    sayChanging: (change: ChangingNow): void => sync?.sayChanging(change),
    onChanging: changing.add,
    stop: () => sequencer.queue(stopSync),
  }
}
export type BranchService = ReturnType<typeof createBranchService>
