/** What `name-marks.d.ts` adds to names, for what is shared and for the window. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- a declaration adds to it
export interface NameMarks {}

/**
 * The name, account, mobile number or e-mail of a person, or the name or note of an enterprise or a lock. Any text can
 * be one. The window shows it only with `shownName`: nothing there that takes text takes a name.
 */
export type Name = string | NameMarks[keyof NameMarks]

/** Text of a person that may contain names: the window shows it only with `shownText`. */
export type FreeText = Name
