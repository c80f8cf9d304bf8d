const controlCharacter = /\p{Cc}/u

/** Whether a text is a full path of Linux, macOS or Windows. */
export const isFullPath = (text: string): boolean =>
  /^(\/|[A-Za-z]:\\|\\\\)[^/\\]/.test(text) && !/[/\\]$/.test(text) && !controlCharacter.test(text)
