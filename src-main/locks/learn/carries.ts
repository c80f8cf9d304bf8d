/** The remainder that is never negative. */
export const modulo = (value: bigint, by: bigint): bigint => ((value % by) + by) % by

/**
 * Whether the known locks show, at each place, that adding the constant carries into the next digit, and that it does not
 * always. Otherwise a constant in each part of the number, without a carry between them, explains these locks as well.
 */
export const showsCarries = (stored: readonly bigint[], plus: bigint, places: readonly bigint[]): boolean =>
  places.every((place) => {
    const added = modulo(plus, place)
    const carries = stored.map((value) => modulo(value, place) + added >= place)
    return carries.includes(true) && carries.includes(false)
  })
