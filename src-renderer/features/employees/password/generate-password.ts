/**
 * No characters that are confused when read aloud or copied by hand: no 0 O o Q, 1 l I i, 5 S s, 2 Z z, 8 B, u
 * v.
 */
const letters = 'abcdefghjkmnpqrtwxy'
const capitals = 'ACDEFGHJKLMNPRTUVWXY'
const digits = '34679'
const alphabet = letters + capitals + digits

const passwordLength = 16

/** Draws random numbers in bulk: a list of 100,000 employees needs millions. */
const createRandomInteger = (fill: (numbers: Uint32Array<ArrayBuffer>) => void) => {
  const pool = new Uint32Array(64)
  let unused = 0
  const next = (): number => {
    if (unused === 0) {
      fill(pool)
      unused = pool.length
    }
    unused -= 1
    const value = pool[unused] ?? 0
    // A used number is erased.
    pool[unused] = 0
    return value
  }
  /** A uniform random number below `limit`: values that would cause a bias are drawn again. */
  return (limit: number): number => {
    const fairLimit = 2 ** 32 - (2 ** 32 % limit)
    for (;;) {
      const value = next()
      if (value < fairLimit) return value % limit
    }
  }
}

const hasAll = (text: string): boolean =>
  [letters, capitals, digits].every((kind) => Array.from(kind).some((character) => text.includes(character)))

/**
 * Creates passwords of 16 characters (87 bits) with a lowercase letter, an uppercase letter and a digit, as
 * many platforms require. `fill` is the system's random generator.
 */
export const createPasswordGenerator = (
  fill: (numbers: Uint32Array<ArrayBuffer>) => void = (numbers) => void crypto.getRandomValues(numbers),
): (() => string) => {
  const randomBelow = createRandomInteger(fill)
  return () => {
    for (;;) {
      const text = Array.from({ length: passwordLength }, () => alphabet[randomBelow(alphabet.length)]).join(
        '',
      )
      if (hasAll(text)) return text
    }
  }
}

export const generatePassword = createPasswordGenerator()
