import { visibleText } from '../visible-text'
import type { Name } from '../name'

// No schema code in this file: the page loads it at startup.

/** A name and a note that this computer keeps for an asset. They are never sent to the platform. */
export interface LockName {
  readonly enterpriseGlobalId: string
  readonly assetNum: string
  /** One line; empty if there is only a note. */
  readonly name: Name
  readonly note: Name
}

export const maxLockNameLength = 60
export const maxLockNoteLength = 500
/** Per platform. The file is written as a whole, so it stays small. */
export const maxLockNames = 10_000

/** Whether the text hides or reorders nothing. A note may have several lines. */
export const isLockText = (text: string, kind: 'name' | 'note'): boolean =>
  visibleText(text) === text && !(kind === 'name' && /[\t\n\r\u2028\u2029]/.test(text))
