/** A key of the keyboard by what is printed on it: `K`, `1`, `,`, `Enter`, `F6`. */
export interface Key {
  readonly key: string
  /** With Ctrl, on a Mac with ⌘. */
  readonly mod?: boolean
  readonly shift?: boolean
}

export const isMac = (): boolean => navigator.platform.startsWith('Mac')

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const punctuation = new Map([
  ['Comma', ','],
  ['NumpadEnter', 'Enter'],
])

/**
 * The key that was pressed. Under an input method `key` is what came of it, so it is believed only where it is a plain
 * letter (the keyboard may be a French one); everything else is read off its place.
 */
export const keyOf = ({ key, code }: Pick<Press, 'key' | 'code'>): string => {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase()
  const named = punctuation.get(code) ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? code
  return named === '' ? key : named
}

/** Whether a press is that key, and with no other of Ctrl, Alt and Shift than it wants. */
export const isPress = (press: Press, { key, mod = false, shift = false }: Key): boolean =>
  (press.ctrlKey || press.metaKey) === mod &&
  press.shiftKey === shift &&
  !press.altKey &&
  keyOf(press) === key

const printed = new Map([
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
])

/** The caps to be pressed together, as they are printed. */
export const capsOf = ({ key, mod = false, shift = false }: Key): readonly string[] => [
  ...(mod ? [isMac() ? '⌘' : 'Ctrl'] : []),
  ...(shift ? ['Shift'] : []),
  printed.get(key) ?? key,
]
