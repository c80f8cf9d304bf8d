/** The message of what was thrown, or the value itself as text, since anything can be thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
