import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createEmitter } from '../util/emitter'
import type { SigningKey } from '../work-orders/signing-key'
import { createOwnEventsFile, openOwnEvents } from './own-events'
import type { Stated } from './own-events'
import { createPlatformRegisters } from './platform-registers'
import { openReceivedEvents } from './received-events'
import type { ChangedFields } from './received-events'

interface LogDeps {
  /** Of these files alone. */
  readonly folder: string
  readonly computer: string
  /** This computer's key. Throws if it cannot be read. */
  readonly key: () => Promise<SigningKey>
  readonly now: () => number
}

const ownPathIn = (folder: string): string => join(folder, 'own-events.log')
const receivedPathIn = (folder: string): string => join(folder, 'received.log')

/** The logs of a computer that joins, with the events of what it states. Replaces earlier ones. */
export const createBranchLogs = async (deps: LogDeps, stated: AsyncIterable<Stated>): Promise<void> => {
  const { folder, computer, key, now } = deps
  const path = ownPathIn(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rm(receivedPathIn(folder), { force: true })
  await createOwnEventsFile(path, computer, (await key()).publicKey)
  const own = await openOwnEvents({ path, computer, key, now })
  try {
    for await (const one of stated) await own.append([one])
  } finally {
    await own.stop()
  }
}

/** Opens what this computer states and what it has received, as one. Throws why it cannot. */
export const openBranchLogs = async ({ folder, computer, key, now }: LogDeps) => {
  const own = await openOwnEvents({ path: ownPathIn(folder), computer, key, now })
  try {
    const received = await openReceivedEvents({ path: receivedPathIn(folder), computer, now })
    const from = received.ownArrived() + 1
    const pending = await own.from(from, Math.max(0, own.last() - from + 1))
    const registers = createPlatformRegisters(received, pending)
    const changes = createEmitter<ChangedFields>()
    const emitAll = (changed: readonly ChangedFields[]): void => {
      for (const one of changed) changes.emit(one)
    }
    received.onChange((changed) => emitAll([...registers.onReceived(changed), ...changed]))
    return {
      computer,
      own,
      received,
      earlier: received.earlier,
      registers: registers.of,
      append: async (stated: Stated): Promise<void> => emitAll(registers.add(await own.append([stated]))),
      onChange: changes.add,
      stop: async (): Promise<void> => {
        await received.stop()
        await own.stop()
        changes.clear()
      },
    }
  } catch (error) {
    await own.stop()
    throw error
  }
}
export type BranchLogs = Awaited<ReturnType<typeof openBranchLogs>>
