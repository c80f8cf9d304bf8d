import type { KeyPress } from '../../src-renderer/ui/keyboard/key-press'

const codes: Readonly<Record<string, string>> = { ' ': 'Space', '8': 'Digit8', a: 'KeyA' }

/** A key event at a time, for the parts that decide whether it is accepted. */
export const keyPress = (
  type: 'keydown' | 'keyup',
  key: string,
  timeStamp: number,
  more: Partial<KeyPress> = {},
): KeyPress => ({
  type,
  key,
  code: codes[key] ?? key,
  repeat: false,
  isComposing: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  timeStamp,
  ...more,
})
