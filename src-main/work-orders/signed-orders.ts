import { hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { orderActions } from '#shared/model/changes/work-order'
import type { WorkOrder, WorkOrderResult } from './file-forms'
import { makePrivateFolder } from '../../src-system/private-folder'
import { createSequencer } from '../util/async'
import { writeWithoutCopy } from '../util/files/durable-file'
import type { JsonFile } from '../util/files/json-file'
import { readBytes } from '../util/files/regular-file'

// What this computer has signed, and what came back. The signed files are beside the list, byte for byte; neither has a secret.

const count = z.int().min(0)
const counts = z.object({
  completed: count,
  failed: count,
  'not-sent': count,
  unconfirmed: count,
  skipped: count,
})

const signedOrder = z.object({
  id: z.uuid(),
  /** SHA-256 of the file, in hex. */
  digest: z.string().length(64),
  action: z.enum(orderActions),
  rows: z.int(),
  preparedBy: z.string(),
  note: z.string(),
  created: z.int(),
  notBefore: z.int(),
  expires: z.int(),
  /** The file as a person saved it last, or null. */
  saved: z.object({ at: z.int(), name: z.string() }).nullable(),
  /** The latest result that was compared with the order, or null. */
  result: z.object({ read: z.int(), made: z.int(), signer: z.string(), counts }).nullable(),
})
export type SignedOrderRecord = z.infer<typeof signedOrder>

/** `signed-orders.json`: by platform, newest last. */
export const signedOrdersSchema = z.object({
  version: z.literal(1),
  platforms: z.record(z.string(), z.array(signedOrder)),
})
export type SignedOrdersContent = z.infer<typeof signedOrdersSchema>
export const noSignedOrders: SignedOrdersContent = { version: 1, platforms: {} }

/** Of one platform; the oldest one is dropped with its file. */
export const maxSignedOrders = 200

export interface Signed {
  readonly order: WorkOrder
  readonly bytes: Buffer
  readonly digest: string
}

const countsOf = ({ rows }: WorkOrderResult): z.infer<typeof counts> => {
  const all = { completed: 0, failed: 0, 'not-sent': 0, unconfirmed: 0, skipped: 0 }
  for (const { state } of rows) all[state] += 1
  return all
}

/** The orders that were signed on this computer. All changes throw the file system's error. */
export const createSignedOrders = (
  file: JsonFile<SignedOrdersContent>,
  /** Holds the signed files. */
  folder: string,
  now: () => number = Date.now,
) => {
  const sequencer = createSequencer()
  const pathOf = (id: string): string => join(folder, `${id}.lockorder`)
  const ordersOf = (platformId: string): readonly SignedOrderRecord[] =>
    file.read().platforms[platformId] ?? []

  const change = (
    platformId: string,
    next: (before: readonly SignedOrderRecord[]) => readonly SignedOrderRecord[],
  ): Promise<void> =>
    file.update((content) => ({
      ...content,
      platforms: { ...content.platforms, [platformId]: [...next(content.platforms[platformId] ?? [])] },
    }))
  const changeOne = (platformId: string, id: string, part: Partial<SignedOrderRecord>): Promise<void> =>
    change(platformId, (before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const find = (platformId: string, id: string): SignedOrderRecord | null =>
    ordersOf(platformId).find((one) => one.id === id) ?? null

  return {
    /** Newest first. */
    list: (platformId: string): readonly SignedOrderRecord[] => ordersOf(platformId).toReversed(),
    find,
    /** The signed file; null if it is not there, or not the one that was signed. */
    bytesOf: async (platformId: string, id: string): Promise<Buffer | null> => {
      const known = find(platformId, id)
      if (known === null) return null
      const bytes = await readBytes(pathOf(known.id)).catch(() => null)
      return bytes !== null && hash('sha256', bytes) === known.digest ? bytes : null
    },
    /** On disk when it resolves. */
    remember: (platformId: string, { order, bytes, digest }: Signed): Promise<void> =>
      sequencer.queue(async () => {
        makePrivateFolder(folder)
        await writeWithoutCopy(pathOf(order.id), bytes)
        const { id, action, preparedBy, note, created, notBefore, expires } = order
        const added = {
          ...{ id, digest, action, rows: order.rows.length, preparedBy, note, created, notBefore, expires },
          ...{ saved: null, result: null },
        }
        const dropped = [...ordersOf(platformId), added].slice(0, -maxSignedOrders)
        await change(platformId, (before) => [...before, added].slice(-maxSignedOrders))
        for (const one of dropped) await rm(pathOf(one.id), { force: true })
      }),
    /** With its file. */
    forget: (platformId: string, id: string): Promise<void> =>
      sequencer.queue(async () => {
        const known = find(platformId, id)
        if (known === null) return
        await change(platformId, (before) => before.filter((one) => one.id !== known.id))
        await rm(pathOf(known.id), { force: true })
      }),
    noteSaved: (platformId: string, id: string, name: string): Promise<void> =>
      sequencer.queue(() => changeOne(platformId, id, { saved: { at: now(), name } })),
    /** An earlier result than the one that is known changes nothing. */
    noteResult: (platformId: string, result: WorkOrderResult): Promise<void> =>
      sequencer.queue(async () => {
        const known = find(platformId, result.order.id)
        if (known === null || (known.result?.made ?? 0) > result.made) return
        const { made, signer } = result
        const read = { read: now(), made, signer: signer.name, counts: countsOf(result) }
        await changeOne(platformId, known.id, { result: read })
      }),
    stop: sequencer.settled,
  }
}
export type SignedOrders = ReturnType<typeof createSignedOrders>
