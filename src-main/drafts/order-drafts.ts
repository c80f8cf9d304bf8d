import { z } from 'zod'
import type { OrderDraft } from '#shared/draft-commands'
import { countOfSecrets, isSecretField } from '#shared/model/secret-fields'
import type { JsonFile } from '../files/json-file'
import { parseJson, stringifyJson } from '../platform/json'
import { inSlices } from '../in-slices'

/** By platform: training's draft is nobody else's. */
export const draftsSchema = z.object({ version: z.literal(1), orders: z.record(z.string(), z.string()) })
export type DraftsContent = z.infer<typeof draftsSchema>
export const noDrafts: DraftsContent = { version: 1, orders: {} }

/** Passwords as how many there were, as the journal has them, so that their absence shows. */
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

/** The batch as one text, order by order: 10,000 of them are some 200 ms in all (in-slices.ts). */
function* writeKept({ head, orders }: OrderDraft, plain: Set<string>): Generator<undefined, string> {
  const fields = withoutSecrets(parseJson(head))
  if (typeof fields !== 'object' || fields === null) throw new SyntaxError('the head is no object')
  const kept: string[] = []
  const nowPlain: string[] = []
  for (const order of orders) {
    const text = plain.has(order) ? order : stringifyJson(withoutSecrets(parseJson(order)))
    if (text === order) nowPlain.push(order)
    kept.push(text)
    yield
  }
  // Only what has no secret in it is remembered: nothing else may stay in memory.
  plain.clear()
  for (const order of nowPlain) plain.add(order)
  const written = stringifyJson({ ...fields, orderList: [] })
  return `${written.slice(0, written.lastIndexOf('[]'))}[${kept.join(',')}]}`
}

export interface OrderDrafts {
  /** JSON text of the whole batch. */
  read(): string | null
  /** Throws SyntaxError for what is no JSON, and what the disk said. A newer one takes an older one's place. */
  keep(draft: OrderDraft | null): Promise<void>
  /** Waits until what was handed over is on the disk. */
  stop(): Promise<void>
}

/** The batch of orders somebody is writing, of one platform. Its passwords never reach the disk. */
export const createOrderDrafts = (file: JsonFile<DraftsContent>, platform: string): OrderDrafts => {
  /** Orders of the last draft that were written as they came. */
  const plain = new Set<string>()
  let newest = 0
  let keeping: Promise<void> = Promise.resolve()

  const keepOne = async (draft: OrderDraft | null, mine: number): Promise<void> => {
    if (mine !== newest) return
    const kept = draft === null ? null : await inSlices(writeKept(draft, plain))
    await file.update(({ orders: { [platform]: _before, ...others }, ...content }) => ({
      ...content,
      orders: kept === null ? others : { ...others, [platform]: kept },
    }))
  }

  return {
    read: () => file.read().orders[platform] ?? null,
    keep: (draft) => {
      newest += 1
      const mine = newest
      const kept = keeping.catch(() => undefined).then(() => keepOne(draft, mine))
      keeping = kept
      return kept
    },
    stop: () => keeping.catch(() => undefined),
  }
}
