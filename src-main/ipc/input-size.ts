/** No command takes a longer list (src-shared/bridge/command.ts). */
const maxListLength = 100_000
/** The deepest input is an order with nested packages; JSON of a platform has the same limit. */
const maxDepth = 100
/** An order may have unknown fields, but not thousands. */
const maxFields = 1_000
/** 100,000 rows with all their fields. */
const maxSize = 2_000_000

/** Long texts and bytes count as this many values. */
const sizeOfText = (length: number): number => 1 + length / 32
const sizeOfBytes = (length: number): number => 1 + length / 256

/**
 * The size of an input, in values; null if it is larger, longer or deeper than any command takes. A schema
 * validates everything before it reports the first problem, so this is checked first, in one pass.
 */
export const inputSize = (input: unknown): number | null => {
  let size = 0
  const left: (readonly [value: unknown, depth: number])[] = [[input, 0]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [value, depth] = next
    if (typeof value === 'string') size += sizeOfText(value.length)
    else if (typeof value !== 'object' || value === null) size += 1
    else if (ArrayBuffer.isView(value)) size += sizeOfBytes(value.byteLength)
    else {
      const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
      if (inner.length > (Array.isArray(value) ? maxListLength : maxFields) || depth >= maxDepth) return null
      size += 1
      for (const each of inner) left.push([each, depth + 1])
    }
    // What is not visited yet counts at least once each.
    if (size + left.length > maxSize) return null
  }
  return size
}
