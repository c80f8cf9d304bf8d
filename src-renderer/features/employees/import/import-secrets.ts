import { generatePassword } from '../password/generate-password'

/**
 * The passwords of an import by row: kept apart from the rows, so that no store, table or page has them. They
 * are lost with the window.
 */
export const createImportSecrets = () => {
  const typed = new Map<number, string>()
  const generated = new Map<number, string>()
  return {
    setTyped: (id: number, password: string): void => {
      generated.delete(id)
      typed.set(id, password)
    },
    /** The row's password will be generated when it is sent. */
    useGenerated: (id: number): void => void typed.delete(id),
    /** The password to send; a generated one stays the same when the row is sent again. */
    passwordFor: (id: number): string => {
      const known = typed.get(id) ?? generated.get(id)
      if (known !== undefined) return known
      const password = generatePassword()
      generated.set(id, password)
      return password
    },
    hasGenerated: (id: number): boolean => generated.has(id),
    generated: (id: number): string | null => generated.get(id) ?? null,
    /** The row succeeded with a password that its owner knows. */
    clearTyped: (id: number): void => void typed.delete(id),
    clearGenerated: (ids: Iterable<number>): void => {
      for (const id of ids) generated.delete(id)
    },
    clear: (): void => {
      typed.clear()
      generated.clear()
    },
  }
}
