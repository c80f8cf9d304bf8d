import type { JournalEntry } from '#shared/model/change'

interface AskedRow {
  readonly deleteAssets: readonly string[]
  readonly addAssets: readonly string[]
}

const numbersIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** What an entry of an assignment asked for, as the journal has it. */
export const askedAssets = ({ request }: Pick<JournalEntry, 'request'>): AskedRow => {
  if (typeof request !== 'object' || request === null) return { deleteAssets: [], addAssets: [] }
  const asked = new Map<string, unknown>(Object.entries(request))
  return { deleteAssets: numbersIn(asked.get('deleteAssets')), addAssets: numbersIn(asked.get('addAssets')) }
}
