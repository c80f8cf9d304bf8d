import { computed, ref, shallowRef } from 'vue'
import { maxImportRows } from '#shared/model/enterprise-import'
import type { EnterpriseImportRow } from '#shared/model/enterprise-import'
import type { Sheet } from '../../../ui/sheets/sheet'
import { useSlicedWork } from '../../../ui/table/use-sliced-work'
import { checkRows, corrected, isUnpaired, readRows, typedAgain } from './read-rows'
import type { Columns, ImportField, TypedRow } from './read-rows'

/** No result for a sheet that is not taken. */
function* readAndCheck(sheet: Sheet, as: Parameters<typeof readRows>[1]) {
  const read = yield* readRows(sheet, as)
  const isTaken = read.length > 0 && read.length <= maxImportRows
  return { read, result: isTaken ? yield* checkRows(read) : null }
}

/** The rows of a sheet before the lookup: read, checked and corrected in this window. */
export const useTypedRows = (canCorrect: () => boolean) => {
  /** Reads rows that take the place of these, which can be corrected meanwhile. */
  const taking = useSlicedWork()
  const checking = useSlicedWork()
  /** As they were read or corrected. */
  const typed = shallowRef<readonly TypedRow[]>([])
  /** The same rows, checked; null without a sheet. */
  const checked = shallowRef<readonly EnterpriseImportRow[] | null>(null)
  /** The last list had more rows than the limit, and was not taken. */
  const tooMany = ref(false)

  /** Rows whose enterprise is searched for by its ID, although half of a channel customer is there. */
  const unpaired = computed(() => typed.value.filter(isUnpaired).length)

  const take = (read: readonly TypedRow[], result: readonly EnterpriseImportRow[]): void => {
    checking.cancel()
    typed.value = read
    checked.value = result
  }
  const forget = (): void => {
    tooMany.value = false
    typed.value = []
    checked.value = null
  }

  return {
    checked,
    tooMany,
    unpaired,
    isWorking: computed(() => taking.isRunning.value || checking.isRunning.value),
    takeSheet: (sheet: Sheet, as: { readonly columns: Columns; readonly titleRows: number }): Promise<void> =>
      new Promise((resolve) => {
        taking.run(readAndCheck(sheet, as), ({ read, result }) => {
          tooMany.value = read.length > maxImportRows
          // The rows so far may have been corrected: nothing takes their place.
          if (result !== null) take(read, result)
          resolve()
        })
      }),
    /** Rows of an earlier search, which take the place of these. */
    takeAgain: (rows: readonly EnterpriseImportRow[]): Promise<void> =>
      new Promise((resolve) => {
        const again = rows.map(typedAgain)
        taking.run(checkRows(again), (result) => {
          take(again, result)
          resolve()
        })
      }),
    /** The value of a row, to be corrected. */
    inputOf: (id: number, field: ImportField): string => typed.value[id]?.values[field] ?? '',
    correct: (id: number, field: ImportField, text: string): void => {
      const row = typed.value[id]
      if (row === undefined || checked.value === null || !canCorrect() || text === row.values[field]) return
      typed.value = typed.value.with(id, corrected(row, field, text))
      checking.run(checkRows(typed.value), (result) => (checked.value = result))
    },
    forget,
    stopReading: (): void => {
      taking.cancel()
      checking.cancel()
    },
  }
}
