/** Room for the other fields of a body of `maxBodyBytes`. */
const maxPartBytes = 14_000

/** At most, in UTF-8. */
const bytesOf = (item: unknown): number => {
  const text = JSON.stringify(item)
  let bytes = 1
  for (let at = 0; at < text.length; at += 1) bytes += text.charCodeAt(at) < 0x80 ? 1 : 3
  return bytes
}

/** The items in parts that each fit into one event. */
export const inParts = <Item>(items: readonly Item[], maxItems: number): Item[][] => {
  const parts: Item[][] = []
  let part: Item[] = []
  let size = 0
  for (const item of items) {
    const bytes = bytesOf(item)
    if (part.length > 0 && (part.length === maxItems || size + bytes > maxPartBytes)) {
      parts.push(part)
      part = []
      size = 0
    }
    part.push(item)
    size += bytes
  }
  if (part.length > 0) parts.push(part)
  return parts
}
