import type { TextKey } from '../../i18n/messages'

export type TableGesture =
  | { readonly kind: 'move'; readonly to: number; readonly extends: boolean }
  | { readonly kind: 'toggle' | 'choose' | 'select-all' }

interface Place {
  readonly index: number
  readonly count: number
  /** The number of visible rows. */
  readonly page: number
}

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

type Act =
  | { readonly to: (place: Place) => number }
  | { readonly kind: Exclude<TableGesture['kind'], 'move'>; readonly mod?: true }

export interface TableKey {
  /** A key name as in `KeyboardEvent.key`. */
  readonly key: string
  readonly act: Act
  /** The description in the shortcuts dialog; keys with the same text are grouped. */
  readonly does: TextKey
}

/** The table's keys, by the grid pattern of the WAI-ARIA Authoring Practices with rows in place of cells. */
export const tableKeys: readonly TableKey[] = [
  { key: 'ArrowUp', act: { to: ({ index }) => index - 1 }, does: 'actions.keys.list.move' },
  { key: 'ArrowDown', act: { to: ({ index }) => index + 1 }, does: 'actions.keys.list.move' },
  { key: 'PageUp', act: { to: ({ index, page }) => index - page }, does: 'actions.keys.list.page' },
  { key: 'PageDown', act: { to: ({ index, page }) => index + page }, does: 'actions.keys.list.page' },
  { key: 'Home', act: { to: () => 0 }, does: 'actions.keys.list.ends' },
  { key: 'End', act: { to: ({ count }) => count - 1 }, does: 'actions.keys.list.ends' },
  { key: 'Enter', act: { kind: 'choose' }, does: 'actions.keys.list.choose' },
  { key: ' ', act: { kind: 'toggle' }, does: 'actions.keys.list.toggle' },
  { key: 'a', act: { kind: 'select-all', mod: true }, does: 'actions.keys.list.all' },
]

/** The action for a key press in a table; Shift with a movement key selects the rows on the way. */
export const gestureOf = (
  { key, shiftKey, ctrlKey, metaKey, altKey }: Press,
  place: Place,
): TableGesture | null => {
  if (altKey || place.count === 0) return null
  const pressed = key.length === 1 ? key.toLowerCase() : key
  const act = tableKeys.find((row) => row.key === pressed)?.act
  if (act === undefined) return null
  if ('to' in act) {
    const to = Math.max(0, Math.min(place.count - 1, act.to(place)))
    return { kind: 'move', to, extends: shiftKey }
  }
  return (ctrlKey || metaKey) === (act.mod ?? false) ? { kind: act.kind } : null
}
