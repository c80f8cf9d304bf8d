import { generatePassword } from '../generate-password'

/**
 * The passwords of an import, by row: apart from the rows, so that they stand in no store, no table and no page. They
 * go with the window.
 */
export const createImportSecrets = () => {
  const typed = new Map<number, string>()
  const made = new Map<number, string>()
  return {
    type: (id: number, password: string): void => {
      made.delete(id)
      typed.set(id, password)
    },
    /** One will be made for the row when it is sent. */
    leaveToUs: (id: number): void => void typed.delete(id),
    /** What is sent for the row; a made one stays the same when the row is sent again. */
    give: (id: number): string => {
      const given = typed.get(id) ?? made.get(id)
      if (given !== undefined) return given
      const password = generatePassword()
      made.set(id, password)
      return password
    },
    hasMade: (id: number): boolean => made.has(id),
    made: (id: number): string | null => made.get(id) ?? null,
    /** The row is done and its owner knows the password. */
    forgetTyped: (id: number): void => void typed.delete(id),
    forgetMade: (ids: Iterable<number>): void => {
      for (const id of ids) made.delete(id)
    },
    clear: (): void => {
      typed.clear()
      made.clear()
    },
  }
}
