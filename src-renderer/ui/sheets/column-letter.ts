/** A spreadsheet column's letters: 0 is A, 26 is AA. */
export const columnLetter = (column: number): string => {
  const before = Math.floor(column / 26)
  return (before === 0 ? '' : columnLetter(before - 1)) + String.fromCharCode(65 + (column % 26))
}
