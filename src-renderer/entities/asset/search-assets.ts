import type { JournalEntry } from '#shared/model/changes/change'

interface RequestedAssets {
  readonly deleteAssets: readonly string[]
  readonly addAssets: readonly string[]
}

const numbersIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

/** The assets requested by an assignment entry in the journal. */
export const requestedAssets = ({ request }: Pick<JournalEntry, 'request'>): RequestedAssets => {
  if (typeof request !== 'object' || request === null) return { deleteAssets: [], addAssets: [] }
  const fields = new Map<string, unknown>(Object.entries(request))
  return {
    deleteAssets: numbersIn(fields.get('deleteAssets')),
    addAssets: numbersIn(fields.get('addAssets')),
  }
}
