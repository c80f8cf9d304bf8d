/** The whole number in a field, whatever digits an input method made; null where it is none or out of bounds. */
export const wholeNumberIn = (typed: string, least: number, most: number): number | null => {
  const plain = typed.normalize('NFKC').trim()
  if (!/^\d{1,9}$/.test(plain)) return null
  const number = Number(plain)
  return number >= least && number <= most ? number : null
}
