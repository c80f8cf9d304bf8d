// Reads a 12 × 12 DataMatrix (ISO/IEC 16022, ECC 200) from the modules of a path. It shares no code with what draws it.

type Modules = readonly (readonly boolean[])[]

/** The modules of a path of polygons, by the even-odd rule: true is dark. */
export const modulesOf = (path: string, width: number): Modules => {
  const polygons = path
    .split('z')
    .filter((part) => part !== '')
    .map((part) =>
      part
        .replace('M', '')
        .split('L')
        .map((point) => point.split(' ').map(Number)),
    )
  const crosses = (x: number, y: number, [x1 = 0, y1 = 0]: number[], [x2 = 0, y2 = 0]: number[]): boolean =>
    y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1
  const isDark = (x: number, y: number): boolean =>
    polygons.reduce(
      (count, points) =>
        count +
        points.filter((point, index) => crosses(x, y, point, points[(index + 1) % points.length] ?? []))
          .length,
      0,
    ) %
      2 ===
    1
  return Array.from({ length: width }, (_row, y) =>
    Array.from({ length: width }, (_column, x) => isDark(x + 0.5, y + 0.5)),
  )
}

const side = 12
const inner = 10

/** The codewords in the 10 × 10 modules inside the border, by the placement of annex F. */
const codewordsIn = (at: (row: number, column: number) => boolean): number[] => {
  const used = new Set<number>()
  const module = (row: number, column: number): number => {
    let [y, x] = [row, column]
    if (y < 0) {
      y += inner
      x += 4 - ((inner + 4) % 8)
    }
    if (x < 0) {
      x += inner
      y += 4 - ((inner + 4) % 8)
    }
    used.add(y * inner + x)
    return at(y, x) ? 1 : 0
  }
  /** Offsets of the eight bits of the usual shape, the most significant first. */
  const shape = [
    [-2, -2],
    [-2, -1],
    [-1, -2],
    [-1, -1],
    [-1, 0],
    [0, -2],
    [0, -1],
    [0, 0],
  ] as const
  const utah = (row: number, column: number): number =>
    shape.reduce((value, [dy, dx]) => value * 2 + module(row + dy, column + dx), 0)
  const words: number[] = []
  // None of the special corners occurs in ten rows of ten modules.
  let [row, column] = [4, 0]
  const isFree = () => !used.has(row * inner + column)
  do {
    do {
      if (row < inner && column >= 0 && isFree()) words.push(utah(row, column))
      row -= 2
      column += 2
    } while (row >= 0 && column < inner)
    row += 1
    column += 3
    do {
      if (row >= 0 && column < inner && isFree()) words.push(utah(row, column))
      row += 2
      column -= 2
    } while (row < inner && column >= 0)
    row += 3
    column += 1
  } while (row < inner || column < inner)
  return words
}

/** In the field of annex E: x⁸ + x⁵ + x³ + x² + 1. */
const times = (a: number, b: number): number => {
  let [left, right, product] = [a, b, 0]
  while (right > 0) {
    if (right % 2 === 1) product ^= left
    left = left >= 128 ? (left * 2) ^ 301 : left * 2
    right >>= 1
  }
  return product
}
const errorWords = 7

/** Throws if the border, the error correction or the encodation is not that of digits in a 12 × 12 symbol. */
export const decodeDataMatrix = (modules: Modules): string => {
  // One quiet module around it.
  const at = (y: number, x: number): boolean => modules[y + 1]?.[x + 1] ?? false
  for (let index = 0; index < side; index += 1) {
    const isBorder =
      at(index, 0) &&
      at(side - 1, index) &&
      at(0, index) === (index % 2 === 0) &&
      at(index, side - 1) === (index % 2 === 1)
    if (!isBorder) throw new Error('border')
  }
  if (modules.some((row, y) => row.some((isDark, x) => isDark && (y % 13 === 0 || x % 13 === 0))))
    throw new Error('quiet zone')
  const words = codewordsIn((y, x) => at(y + 1, x + 1))
  for (let power = 1, root = 2; power <= errorWords; power += 1, root = times(root, 2)) {
    if (words.reduce((sum, word) => times(sum, root) ^ word, 0) !== 0) throw new Error('error correction')
  }
  return words
    .slice(0, -errorWords)
    .filter((word) => word !== 129)
    .map((word) => {
      if (word < 130 || word > 229) throw new Error(`encodation ${word}`)
      return String(word - 130).padStart(2, '0')
    })
    .join('')
}
