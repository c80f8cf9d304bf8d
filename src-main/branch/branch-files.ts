import { rm } from 'node:fs/promises'
import type { Register } from '#shared/model/branch/registers'
import { stocktakeFields } from '#shared/model/branch/stocktake-fold'
import { normalizeAddress } from '#shared/model/app/saved-platform'
import { loanList } from '../changes/loans/loan-facts'
import { nameList } from '../directory/lock-names'
import { createDeferred, createRunOnceScheduler, createSequencer, raceTimeout } from '../util/async'
import type { Deferred } from '../util/async'
import { createEmitter } from '../util/emitter'
import { FailureError } from '../util/failure-error'
import type { PlatformBranch } from '../util/folded-list'
import type { SigningKeys } from '../work-orders/signing-key'
import { createBranchLogs, openBranchLogs } from './branch-logs'
import type { BranchLogs } from './branch-logs'
import type { BranchFiles } from './branch-stores'
import { createListCopies } from './list-copies'
import type { CopiedLists } from './list-copies'
import type { Head } from './signed-event'
import type { Finding } from './witnesses'

const allFields: ReadonlySet<Register['field']> = new Set([
  ...loanList.fields,
  ...nameList.fields,
  ...stocktakeFields,
  'order.used',
  'order.use',
  'change.result',
])

/** Other programs read the copies, and this one when the computer leaves; they need not be those of this instant. */
const copyAfterMs = 1_000

/** A join that takes longer has failed. */
const maxJoinMs = 10_000

/** The files of this computer's branch, and what the branch states of each platform. */
export const createBranchFiles = (
  deps: CopiedLists & {
    /** Of the logs of the branch alone. */
    readonly folder: string
    /** This computer's ID in its branch, or null. */
    readonly joined: () => string | null
    readonly keys: Pick<SigningKeys, 'open'>
    readonly now: () => number
    readonly onError: (error: unknown) => void
  },
) => {
  const { folder, joined, keys, now, onError } = deps
  const copies = createListCopies(deps)
  const sequencer = createSequencer()
  /** By address; null for every platform. */
  const changes = createEmitter<{
    readonly platform: string | null
    readonly fields: ReadonlySet<Register['field']>
  }>()
  const receivedFields = createEmitter<undefined>()
  let opened: BranchLogs | null = null
  /** From when a join has begun until the files are open: a change meanwhile would be in no event. */
  let joining: Deferred<undefined> | null = null

  const key = async () => {
    const found = await keys.open()
    if (!found.ok) throw new FailureError(found.error)
    return found.value
  }

  const copyAll = async (): Promise<void> => {
    if (opened !== null) await copies.copy(opened.registers, opened.computer)
  }
  const copying = createRunOnceScheduler(() => void sequencer.queue(copyAll).catch(onError))

  const changed = (platform: string | null, fields: ReadonlySet<Register['field']>): void => {
    copying.schedule(copyAfterMs)
    changes.emit({ platform, fields })
  }

  const joinEnded = (): void => {
    joining?.resolve(undefined)
    joining = null
  }

  const openAll = async (computer: string): Promise<BranchLogs> => {
    if (opened?.computer === computer) return opened
    const logs = await openBranchLogs({ folder, computer, key, now })
    logs.onChange(({ platform, fields }) => changed(platform, fields))
    logs.received.onChange((platforms) => {
      if (platforms.length > 0) receivedFields.emit(undefined)
    })
    opened = logs
    joinEnded()
    changed(null, allFields)
    return logs
  }
  const openJoined = async (): Promise<BranchLogs | null> => {
    if (joining !== null) await raceTimeout(joining.promise, maxJoinMs)
    const computer = joined()
    return computer === null ? null : sequencer.queue(() => openAll(computer))
  }

  const closeAll = async (): Promise<void> => {
    copying.cancel()
    const logs = opened
    opened = null
    await logs?.stop()
  }

  const create = async (computer: string): Promise<void> => {
    joinEnded()
    joining = createDeferred()
    await closeAll()
    await createBranchLogs({ folder, computer, key, now }, copies.facts())
  }

  const branchFiles: BranchFiles = {
    open: (computer) => sequencer.queue(() => openAll(computer)),
    create: (computer) =>
      sequencer.queue(() =>
        create(computer).catch((error: unknown) => {
          joinEnded()
          throw error
        }),
      ),
    close: () =>
      sequencer.queue(async () => {
        await copyAll()
        await closeAll()
        await rm(folder, { recursive: true, force: true })
        changes.emit({ platform: null, fields: allFields })
      }),
  }

  return {
    ...branchFiles,
    heads: (): ReadonlyMap<string, Head> => opened?.received.heads() ?? new Map<string, Head>(),
    statedJournal: (): Head | null => opened?.received.statedJournal() ?? null,
    /** Computers whose journal or chain became shorter or different. */
    findings: (): readonly Finding[] => opened?.received.findings() ?? [],
    /** Called when others have stated facts. */
    onReceived: receivedFields.add,
    /** The name of a computer of the branch; null if it is not known here. */
    nameOf: (computer: string): string | null => opened?.received.names().get(computer) ?? null,
    /** What the branch states of the platform at this address. */
    of: (address: string): PlatformBranch => {
      const platform = normalizeAddress(address)
      return {
        ready: async () => {
          await openJoined()
        },
        current: () =>
          opened === null
            ? null
            : {
                registers: opened.registers(platform),
                computer: opened.computer,
                names: opened.received.names(),
              },
        append: async (facts) => {
          const logs = await openJoined()
          if (logs === null) throw new Error('this computer has left the branch')
          await logs.append({ platform, facts })
        },
        onChange: (listener) =>
          changes.add((change) => {
            if (change.platform === null || change.platform === platform) listener(change.fields)
          }),
      }
    },
    stop: () =>
      sequencer.queue(async () => {
        await copyAll().catch(onError)
        await closeAll()
        changes.clear()
        receivedFields.clear()
      }),
  }
}
export type AppBranchFiles = ReturnType<typeof createBranchFiles>
