/** A key by its label: `K`, `1`, `,`, `Enter`, `F6`. */
export interface Key {
  readonly key: string
  /** With Ctrl, or ⌘ on a Mac. */
  readonly mod?: boolean
  readonly alt?: boolean
  readonly shift?: boolean
}

const isMac = (): boolean => navigator.platform.startsWith('Mac')

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Back and Forward as in the browsers of this computer. */
export const historyKeys = (): Readonly<Record<'back' | 'forward', Key>> =>
  isMac()
    ? { back: { key: '[', mod: true }, forward: { key: ']', mod: true } }
    : { back: { key: 'ArrowLeft', alt: true }, forward: { key: 'ArrowRight', alt: true } }

const punctuation = new Map([
  ['Comma', ','],
  ['NumpadEnter', 'Enter'],
  ['BracketLeft', '['],
  ['BracketRight', ']'],
])

/**
 * The pressed key. An input method changes `key`, so `key` is used only for a plain letter (the layout may be
 * French); every other key is read from `code`.
 */
export const keyOf = ({ key, code }: Pick<Press, 'key' | 'code'>): string => {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase()
  const named = punctuation.get(code) ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? code
  return named === '' ? key : named
}

/** Whether a key press matches a shortcut exactly, without additional Ctrl, Alt or Shift. */
export const isPress = (press: Press, { key, mod = false, alt = false, shift = false }: Key): boolean =>
  (press.ctrlKey || press.metaKey) === mod &&
  press.shiftKey === shift &&
  press.altKey === alt &&
  keyOf(press) === key

const printed = new Map([
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
  ['ArrowLeft', '←'],
  ['ArrowRight', '→'],
])

/** The labels of the keys in a shortcut. */
export const capsOf = ({ key, mod = false, alt = false, shift = false }: Key): readonly string[] => [
  ...(mod ? [isMac() ? '⌘' : 'Ctrl'] : []),
  ...(alt ? ['Alt'] : []),
  ...(shift ? ['Shift'] : []),
  printed.get(key) ?? key,
]
