export type Selection = ReadonlySet<string>

export const withToggled = (selection: Selection, key: string): Selection => {
  const next = new Set(selection)
  if (!next.delete(key)) next.add(key)
  return next
}

/** Sets a range to one state, for Shift+click. */
export const withRange = (selection: Selection, keys: Iterable<string>, isSelected: boolean): Selection => {
  const next = new Set(selection)
  for (const key of keys) {
    if (isSelected) next.add(key)
    else next.delete(key)
  }
  return next
}

/** Counts only the given keys, the visible rows: rows hidden by a filter are ignored. */
export const selectionShare = (selection: Selection, keys: Iterable<string>): 'none' | 'some' | 'all' => {
  let selected = false
  let unselected = false
  for (const key of keys) {
    if (selection.has(key)) selected = true
    else unselected = true
    if (selected && unselected) return 'some'
  }
  return selected ? 'all' : 'none'
}
