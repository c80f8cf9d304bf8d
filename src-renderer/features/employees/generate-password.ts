/** Nothing that is taken for something else when it is read out or copied by hand: no 0 O o Q, 1 l I i, 5 S s, 2 Z z, 8 B, u v. */
const letters = 'abcdefghjkmnpqrtwxy'
const capitals = 'ACDEFGHJKLMNPRTUVWXY'
const digits = '34679'
const alphabet = letters + capitals + digits

export const passwordLength = 16

/** Draws numbers in bulk: a list of a hundred thousand asks for millions. */
const createDraw = (fill: (numbers: Uint32Array<ArrayBuffer>) => void) => {
  const pool = new Uint32Array(64)
  let left = 0
  const next = (): number => {
    if (left === 0) {
      fill(pool)
      left = pool.length
    }
    left -= 1
    const drawn = pool[left] ?? 0
    // Once used it is nobody's any more.
    pool[left] = 0
    return drawn
  }
  /** A number below `below`, each as likely as the others: what does not fit evenly is drawn again. */
  return (below: number): number => {
    const even = 2 ** 32 - (2 ** 32 % below)
    for (;;) {
      const drawn = next()
      if (drawn < even) return drawn % below
    }
  }
}

const hasAll = (text: string): boolean =>
  [letters, capitals, digits].every((kind) => Array.from(kind).some((sign) => text.includes(sign)))

/**
 * Makes passwords of 16 signs, 87 bits each: with a small letter, a capital and a digit, as many platforms ask for.
 * `fill` is the system's generator.
 */
export const createPasswordGenerator = (
  fill: (numbers: Uint32Array<ArrayBuffer>) => void = (numbers) => void crypto.getRandomValues(numbers),
): (() => string) => {
  const draw = createDraw(fill)
  return () => {
    for (;;) {
      const text = Array.from({ length: passwordLength }, () => alphabet[draw(alphabet.length)]).join('')
      if (hasAll(text)) return text
    }
  }
}

export const generatePassword = createPasswordGenerator()
