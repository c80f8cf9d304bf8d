import type { Json } from '#shared/model/changes/change'

// Requests and results have 13 formats, some from earlier versions: missing fields are left out, and nothing is
// assumed.

type Fields = Readonly<Partial<Record<string, Json>>>

export const fieldsOf = (json: Json): Fields =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Fields) : {}

export const itemsOf = (json: Json | undefined): readonly Json[] =>
  Array.isArray(json) ? (json as readonly Json[]) : []

/** A text, or a number as text; empty if there is none. */
export const textOf = (json: Json | undefined): string => {
  if (typeof json === 'string') return json.trim()
  return typeof json === 'number' ? String(json) : ''
}

export const textsOf = (json: Json | undefined): readonly string[] =>
  itemsOf(json)
    .map(textOf)
    .filter((text) => text !== '')

/** All strings in it, for the search. */
export const wordsIn = (json: Json): readonly string[] => {
  if (Array.isArray(json)) return (json as readonly Json[]).flatMap(wordsIn)
  if (typeof json === 'object' && json !== null) return Object.values(json).flatMap(wordsIn)
  const text = textOf(json)
  return text === '' ? [] : [text]
}
