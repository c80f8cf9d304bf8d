import type { z } from 'zod'

/** Parsed JSON that is not validated yet. */
type Content = Readonly<Record<string, unknown>>

/**
 * By start version: converts content to the next version. Version 0 stands for files without a version. There
 * is one for every supported older version.
 */
export type Migrations = Readonly<Record<number, (content: Content) => Content>>

/** A kind of file: its current version, schema and migrations. */
export interface FileForm<Value> {
  readonly version: number
  /** Also validates the version, as a literal. */
  readonly schema: z.ZodType<Value>
  readonly migrations: Migrations
}

export type ParsedFile<Value> =
  | { readonly state: 'current'; readonly value: Value }
  /** Converted from an older version; the file is unchanged. */
  | { readonly state: 'older'; readonly value: Value; readonly version: number }
  | { readonly state: 'newer'; readonly version: number; readonly content: Content }
  | { readonly state: 'damaged' }

const isContent = (content: unknown): content is Content =>
  typeof content === 'object' && content !== null && !Array.isArray(content)

/** The version in the content: 0 if absent, null if invalid. */
const versionOf = (content: Content): number | null => {
  const version = Object.hasOwn(content, 'version') ? content['version'] : 0
  return typeof version === 'number' && Number.isSafeInteger(version) && version >= 0 ? version : null
}

/** Validates and migrates parsed JSON. Writes nothing. */
export const readVersioned = <Value>(json: unknown, form: FileForm<Value>): ParsedFile<Value> => {
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
    // A migration may fail on damaged content.
    return damaged
  }
}
