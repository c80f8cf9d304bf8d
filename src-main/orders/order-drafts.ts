import { z } from 'zod'
import type { OrderDraft } from '#shared/bridge/draft-commands'
import { countOfSecrets, isSecretField } from '#shared/model/secret-fields'
import type { JsonFile } from '../util/files/json-file'
import { parseJson, stringifyJson } from '../platform/response/json'
import { createSequencer, runTimeSliced } from '../util/async'

/** Keyed by platform, so that training has its own draft. */
export const draftsSchema = z.object({ version: z.literal(1), orders: z.record(z.string(), z.string()) })
export type DraftsContent = z.infer<typeof draftsSchema>
export const noDrafts: DraftsContent = { version: 1, orders: {} }

/** Replaces passwords by their count, as in the journal, so that the page can show that they are missing. */
const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      isSecretField(name) ? countOfSecrets(each) : withoutSecrets(each),
    ]),
  )
}

/** Serializes the batch order by order: 10,000 orders take about 200 ms, so the work is time-sliced. */
function* serializeDraft({ head, orders }: OrderDraft, plain: Set<string>): Generator<undefined, string> {
  const fields = withoutSecrets(parseJson(head))
  if (typeof fields !== 'object' || fields === null) throw new SyntaxError('the head is not an object')
  const stored: string[] = []
  const nowPlain: string[] = []
  for (const order of orders) {
    const text = plain.has(order) ? order : stringifyJson(withoutSecrets(parseJson(order)))
    if (text === order) nowPlain.push(order)
    stored.push(text)
    yield
  }
  // Only serialized orders without secrets are cached; anything else must not stay in memory.
  plain.clear()
  for (const order of nowPlain) plain.add(order)
  const written = stringifyJson({ ...fields, orderList: [] })
  return `${written.slice(0, written.lastIndexOf('[]'))}[${stored.join(',')}]}`
}

export interface OrderDrafts {
  /** The JSON text of the whole batch, or null. */
  read(): string | null
  /**
   * Saves the draft. Throws SyntaxError if it is not JSON, or the file system's error. A newer draft replaces a
   * pending one.
   */
  save(draft: OrderDraft | null): Promise<void>
  /** Resolves when pending writes are on disk. */
  stop(): Promise<void>
}

/** The draft of an order batch for one platform. Its passwords are never written to disk. */
export const createOrderDrafts = (file: JsonFile<DraftsContent>, platformId: string): OrderDrafts => {
  /** Serialized orders of the last draft that were written unchanged. */
  const plain = new Set<string>()
  let newest = 0
  const sequencer = createSequencer()

  const writeDraft = async (draft: OrderDraft | null, draftNumber: number): Promise<void> => {
    if (draftNumber !== newest) return
    const stored = draft === null ? null : await runTimeSliced(serializeDraft(draft, plain))
    await file.update(({ orders: { [platformId]: _before, ...others }, ...content }) => ({
      ...content,
      orders: stored === null ? others : { ...others, [platformId]: stored },
    }))
  }

  return {
    read: () => file.read().orders[platformId] ?? null,
    save: (draft) => {
      newest += 1
      const draftNumber = newest
      return sequencer.queue(() => writeDraft(draft, draftNumber))
    },
    stop: sequencer.settled,
  }
}
