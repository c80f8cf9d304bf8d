import { z } from 'zod'
import { countOfSecrets, isSecretField } from '#shared/model/secret-fields'
import type { JsonFile } from '../files/json-file'
import { parseJson, stringifyJson } from '../platform/json'

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

export interface OrderDrafts {
  read(): string | null
  /** Throws SyntaxError for what is no JSON, and what the disk said. */
  keep(text: string | null): Promise<void>
}

/** The batch of orders somebody is writing, of one platform. Its passwords never reach the disk. */
export const createOrderDrafts = (file: JsonFile<DraftsContent>, platform: string): OrderDrafts => ({
  read: () => file.read().orders[platform] ?? null,
  keep: (text) => {
    const kept = text === null ? null : stringifyJson(withoutSecrets(parseJson(text)))
    return file.update(({ orders: { [platform]: _before, ...others }, ...content }) => ({
      ...content,
      orders: kept === null ? others : { ...others, [platform]: kept },
    }))
  },
})
