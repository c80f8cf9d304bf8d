import type { z } from 'zod'

/** The content of a file as JSON has it, before anything is known of its shape. */
type Content = Readonly<Record<string, unknown>>

/**
 * By the version it starts from: what makes the next version's content of it. Under 0 stands what is done with a file
 * that says no version at all. There is one for every version between the oldest that is taken and today's.
 */
export type Migrations = Readonly<Record<number, (content: Content) => Content>>

/** A kind of file: today's version, the shape that goes with it, and the ways from older ones to it. */
export interface FileForm<Value> {
  readonly version: number
  /** Checks the version too, by a literal. */
  readonly schema: z.ZodType<Value>
  readonly migrations: Migrations
}

export type Reading<Value> =
  | { readonly state: 'current'; readonly value: Value }
  /** An older one, as it is today; the file has not been touched. */
  | { readonly state: 'older'; readonly value: Value; readonly version: number }
  | { readonly state: 'newer'; readonly version: number; readonly content: Content }
  | { readonly state: 'damaged' }

const isContent = (content: unknown): content is Content =>
  typeof content === 'object' && content !== null && !Array.isArray(content)

/** The version a content says it has: 0 where it says nothing, null where that is no version. */
const versionOf = (content: Content): number | null => {
  const version = Object.hasOwn(content, 'version') ? content['version'] : 0
  return typeof version === 'number' && Number.isSafeInteger(version) && version >= 0 ? version : null
}

/** What `json`, freshly parsed, is as a file of this form. Nothing is written. */
export const readVersioned = <Value>(json: unknown, form: FileForm<Value>): Reading<Value> => {
  const damaged = { state: 'damaged' } as const
  if (!isContent(json)) return damaged
  const version = versionOf(json)
  if (version === null) return damaged
  if (version > form.version) return { state: 'newer', version, content: json }
  try {
    let content = json
    for (let at = version; at < form.version; at += 1) {
      const migrate = form.migrations[at]
      if (migrate === undefined) return damaged
      content = migrate(content)
    }
    const value = form.schema.parse(content)
    return version === form.version ? { state: 'current', value } : { state: 'older', value, version }
  } catch {
    // A migration may trip over what was damaged before.
    return damaged
  }
}
