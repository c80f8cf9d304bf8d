export type Selection = ReadonlySet<string>

export const toggled = (selection: Selection, key: string): Selection => {
  const next = new Set(selection)
  if (!next.delete(key)) next.add(key)
  return next
}

/** The same state for everything between two rows, as a click with Shift wants it. */
export const withRange = (selection: Selection, keys: Iterable<string>, isSelected: boolean): Selection => {
  const next = new Set(selection)
  for (const key of keys) {
    if (isSelected) next.add(key)
    else next.delete(key)
  }
  return next
}

/** Of the rows that are shown: a filter does not make the hidden ones count. */
export const howMany = (selection: Selection, keys: Iterable<string>): 'none' | 'some' | 'all' => {
  let selected = false
  let unselected = false
  for (const key of keys) {
    if (selection.has(key)) selected = true
    else unselected = true
    if (selected && unselected) return 'some'
  }
  return selected ? 'all' : 'none'
}
