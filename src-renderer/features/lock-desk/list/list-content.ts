import { computed, ref, shallowRef } from 'vue'
import type { JournalEntry, LockAction } from '#shared/model/changes/change'
import type { PreflightRow } from '#shared/model/changes/preflight'
import { foldNumber } from '#shared/model/locks/shell-number'
import type { NumberCell } from '../../../ui/sheets/read/number-cells'
import { checkedOfEntry, corrected, newRow, uncheckedRow } from './list-rows'
import type { ListRow, SentRow } from './list-rows'
import { nextImport } from './row-places'
import type { RowSelection } from './row-selections'

/** Main accepts no longer list (src-shared/bridge/command.ts). */
export const maxRows = 100_000

/** What the list holds. It is cleared and brought back as a whole. */
export interface ListContent {
  readonly rows: readonly ListRow[]
  readonly selections: ReadonlyMap<number, RowSelection>
  readonly sent: ReadonlyMap<number, SentRow>
  /** The last job started from this list. */
  readonly jobId: string | null
  /** The job that this list reverses with this action. */
  readonly reverses: { readonly jobId: string; readonly action: LockAction } | null
  /** The ID of the newest row when its first job was confirmed: later ones were not there to be sent. */
  readonly sentUpTo: number
}

const emptyList: ListContent = {
  rows: [],
  selections: new Map(),
  sent: new Map(),
  jobId: null,
  reverses: null,
  sentUpTo: 0,
}

/** The rows, by their IDs in this order, are the rows of the job; what was known of each stays with it. */
const attachedToJob = (
  sent: ListContent['sent'],
  jobId: string,
  ids: readonly number[],
  checks: ReadonlyMap<number, PreflightRow>,
): ListContent['sent'] => {
  const next = new Map(sent)
  ids.forEach((id, rowIndex) => {
    const checked = checks.get(id)
    if (checked !== undefined) next.set(id, { jobId, rowIndex, checked })
  })
  return next
}

/** The list of a job that was started before this window opened. */
const listOfJob = (jobId: string, entries: readonly JournalEntry[], nextId: () => number): ListContent => {
  const rows = entries.map((entry) => newRow(nextId(), entry.shellNumber ?? entry.key))
  const sent = rows.map(({ id }, rowIndex): [number, SentRow] => {
    const entry = entries[rowIndex]
    return [id, { jobId, rowIndex, checked: entry === undefined ? uncheckedRow : checkedOfEntry(entry) }]
  })
  return { ...emptyList, rows, sent: new Map(sent), jobId }
}

/** A job has no records of its locks: what the lists say now tells their enterprise and employee. */
const withRecords = ({ rows, sent }: ListContent): ListContent['sent'] => {
  const lookups = new Map(rows.map(({ id, lookup }) => [id, lookup]))
  const withRecord = (id: number, row: SentRow): SentRow => {
    const lookup = lookups.get(id)
    const isSame = lookup?.state === 'found' && lookup.record.assetNum === row.checked.assetNum
    return isSame ? { ...row, checked: { ...row.checked, record: lookup.record } } : row
  }
  return new Map([...sent].map(([id, row]) => [id, withRecord(id, row)]))
}

/** The rows of one list behind those of another. */
const joined = (one: ListContent, rows: readonly ListRow[], selections: ListContent['selections']) => ({
  ...one,
  rows: [...one.rows, ...rows],
  selections: new Map([...one.selections, ...selections]),
})

export const isNotQueued = ({ isQueued }: ListRow): boolean => isQueued !== true

/** The rows that no job had: all of a list that is not sent, else those that were added since its job began. */
const unsentOf = ({ rows, sent, sentUpTo }: ListContent): readonly ListRow[] =>
  rows.filter(({ id }) => !sent.has(id) && id > sentUpTo)

export const idsOf = (rows: readonly ListRow[]): readonly number[] => rows.map(({ id }) => id)

/**
 * The rows of the list and their job, and the other list: the result of an ended job, which gave way to new rows, or the
 * new rows while that result is shown again. While the job starts, no row disappears or changes; further ones may be added.
 */
export const useListContent = () => {
  const content = shallowRef(emptyList)
  const change = (part: Partial<ListContent>): void => void (content.value = { ...content.value, ...part })
  const rows = computed({ get: () => content.value.rows, set: (next) => change({ rows: next }) })
  const isSent = computed(() => content.value.sent.size > 0)
  /** Rows of the list are being sent, but their job is not known yet. */
  const isStarting = ref(false)
  const other = shallowRef<ListContent | null>(null)
  const isUnsent = ({ rows: all, sent }: ListContent): boolean => all.length > 0 && sent.size === 0
  const unsentHere = computed(() => unsentOf(content.value))
  const unsentAside = computed(() => unsentOf(other.value ?? emptyList))
  let lastId = 0
  const nextId = (): number => (lastId += 1)

  const retain = (isKept: (row: ListRow) => boolean): void => change({ rows: rows.value.filter(isKept) })

  return {
    content,
    rows,
    isSent,
    isStarting,
    /** Adds the numbers that the list has room for. `fileName` is empty for pasted text. */
    append: (
      numbers: readonly (string | NumberCell)[],
      fileName: string | null = null,
    ): readonly ListRow[] => {
      const addedWith = fileName === null ? null : nextImport(rows.value, fileName)
      const added = numbers.slice(0, Math.max(0, maxRows - rows.value.length)).map((number) => {
        const { text, source } = typeof number === 'string' ? { text: number, source: null } : number
        return newRow(nextId(), text, source, addedWith)
      })
      change({ rows: [...rows.value, ...added] })
      return added
    },
    /** The row with the same number as this text. */
    findSame: (text: string): ListRow | undefined => {
      const folded = foldNumber(newRow(0, text).number)
      return rows.value.find(({ number }) => foldNumber(number) === folded)
    },
    /** Replaces the text of a row that is not sent; whether it has another one now. */
    correct: (id: number, text: string): boolean => {
      const row = rows.value.find((one) => one.id === id)
      const isFixed = isStarting.value || content.value.sent.has(id)
      if (row === undefined || isFixed || text.trim() === row.text) return false
      change({ rows: rows.value.map((one) => (one.id === id ? corrected(one, text) : one)) })
      return true
    },
    choose: (id: number, assetNum: string): void => {
      if (isStarting.value) return
      change({ rows: rows.value.map((row) => (row.id === id ? { ...row, chosen: assetNum } : row)) })
    },
    retain,
    /** These rows are in the offline queue, or to be sent from the list again. */
    setQueued: (ids: readonly number[], isQueued: boolean): void => {
      const named = new Set(ids)
      if (rows.value.some((row) => named.has(row.id) && isNotQueued(row) === isQueued))
        change({ rows: rows.value.map((row) => (named.has(row.id) ? { ...row, isQueued } : row)) })
    },
    remove: (id: number): void => {
      if (!isStarting.value) retain((row) => row.id !== id)
    },
    select: (selections: ListContent['selections']): void => change({ selections }),
    /** Whether the list is empty now. */
    clear: (): boolean => {
      if (!isStarting.value) content.value = emptyList
      return !isStarting.value
    },
    reverse: (reverses: ListContent['reverses']): void => change({ reverses }),
    attachJob: (
      jobId: string,
      ids: readonly number[],
      checks: ReadonlyMap<number, PreflightRow>,
      reverses: ListContent['reverses'],
      newestId = lastId,
    ): void =>
      change({
        sent: attachedToJob(content.value.sent, jobId, ids, checks),
        jobId,
        reverses,
        // What was added since the first job was not there to be sent by its retry either.
        sentUpTo: isSent.value ? content.value.sentUpTo : newestId,
      }),
    openJob: (jobId: string, entries: readonly JournalEntry[]): void =>
      void (content.value = listOfJob(jobId, entries, nextId)),
    /** What the look-up found, for the rows of a job that has no records. */
    addRecords: (): void => change({ sent: withRecords(content.value) }),
    other,
    /** The ID of the newest row that was ever added. */
    newestId: (): number => lastId,
    /** The rows that are neither sent nor in the offline queue, of both lists. */
    unsent: computed(() => [...unsentAside.value, ...unsentHere.value].filter(isNotQueued)),
    unsentHere,
    unsentAside,
    /** The rows of the other list where it is not sent. */
    unsentBehind: computed(() => (other.value !== null && isUnsent(other.value) ? other.value.rows : [])),
    /**
     * The sent list becomes the other one. Its rows that were not sent go on: all of them, or those that were added since
     * its job began. Before them are those of the list whose place it takes.
     */
    leaveJob: (which: 'all' | 'later'): void => {
      const goingOn = unsentOf(which === 'all' ? { ...content.value, sentUpTo: 0 } : content.value)
      const isGoingOn = new Set(goingOn)
      const aside = other.value ?? emptyList
      const next = isUnsent(aside)
        ? aside
        : { ...emptyList, rows: unsentAside.value, selections: aside.selections }
      other.value = { ...content.value, rows: content.value.rows.filter((row) => !isGoingOn.has(row)) }
      content.value = joined(next, goingOn, content.value.selections)
    },
    showOther: (): void => {
      const before = content.value
      content.value = other.value ?? emptyList
      other.value = before.rows.length === 0 ? null : before
    },
    discardOther: (): void => void (other.value = null),
    /** Its rows that were added since its job began go on, as the newest ones: no job had them. */
    dismissOther: (): void => {
      const { selections, ...before } = other.value ?? emptyList
      other.value = null
      const goingOn = unsentOf({ ...before, selections }).map((row) => ({ row, id: nextId() }))
      content.value = joined(
        content.value,
        goingOn.map(({ row, id }) => ({ ...row, id })),
        new Map(
          goingOn.flatMap(({ row, id }) => {
            const selection = selections.get(row.id)
            return selection === undefined ? [] : [[id, selection] as const]
          }),
        ),
      )
    },
  }
}
