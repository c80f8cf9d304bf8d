import { messageOf } from '#shared/error-message'
import type { BranchState, ChangedEnd } from '#shared/model/branch/branch-view'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { createSequencer } from '../util/async'
import { createEmitter } from '../util/emitter'
import type { Logger } from '../util/logger'
import type { Vault } from '../vault/vault'
import type { BranchProblem } from './branch-problem'
import type { ApartEvent, BranchFiles, BranchStores } from './branch-stores'
import type {
  BranchComputer,
  BranchConnection,
  ChangingElsewhere,
  ChangingNow,
  Claim,
  OrderToClaim,
} from './database/branch-connection'
import { DatabaseError } from './database/database-failure'
import type { BranchAccess } from './database/branch-access'
import { branchPasswordName, enterBranch } from './enter-branch'
import type { EnterDeps } from './enter-branch'
import { createBranchSync } from './sync'
import type { BranchSync } from './sync'

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

const idle: BranchState = {
  connected: false,
  notShared: 0,
  lastSeenAt: null,
  problem: null,
  restoredAt: null,
  earlier: null,
}
const unreadable: BranchState = { ...idle, problem: 'branch-not-saved' }

const changedEndsOf = (stores: BranchStores | null): readonly ChangedEnd[] => {
  if (stores === null) return []
  const { received } = stores
  return received
    .findings()
    .map(({ computer, ...ends }) => ({ computer: received.names().get(computer) ?? null, ...ends }))
}

/** This computer in its branch, or in none. */
export const createBranchService = (
  deps: EnterDeps & {
    readonly files: BranchFiles
    readonly vault: Pick<Vault, 'read' | 'erase'>
    readonly log: Pick<Logger, 'warn'>
    /** Null if the person at the computer decides. */
    readonly preset?: PresetBranch | null
  },
) => {
  const { file, files, vault, now, log, connect, preset = null } = deps
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
          changedEnds: changedEndsOf(stores),
        }
  }

  const connectAgain = async (access: BranchAccess): Promise<BranchConnection> => {
    const password = await vault.read(branchPasswordName(access.computer.id))
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

  const join = async (bytes: Uint8Array): Promise<Outcome<BranchAccess, BranchProblem>> => {
    const joined = await enterBranch(bytes, deps)
    if (!joined.ok) return joined
    if (hasStarted) await startSync()
    changed.emit(view())
    return joined
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
      await vault.erase(branchPasswordName(joined.access.computer.id))
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
