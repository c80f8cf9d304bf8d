import type { PreflightResult, PreflightRow } from '#shared/model/changes/preflight'

/**
 * What a person ticked or cleared. It is valid only for the warning it was made for; with another warning the row
 * must be selected again.
 */
export interface RowSelection {
  readonly ticked: boolean
  readonly warning: PreflightResult
}

/** Whether the row is selected: without a choice of a person, a row that is ready is. */
export const isSelected = (
  { result, tickable }: PreflightRow,
  selection: RowSelection | undefined,
): boolean => {
  if (!tickable) return false
  if (selection === undefined) return result === 'ready'
  return selection.ticked ? selection.warning === result || result === 'ready' : false
}

/** The selections after these rows were ticked or cleared. A row that cannot be ticked is left as it is. */
export const withTicks = (
  selections: ReadonlyMap<number, RowSelection>,
  ids: readonly number[],
  ticked: boolean,
  checkOf: (id: number) => PreflightRow | undefined,
): ReadonlyMap<number, RowSelection> => {
  const next = new Map(selections)
  for (const id of ids) {
    const check = checkOf(id)
    if (check?.tickable === true) next.set(id, { ticked, warning: check.result })
  }
  return next
}
