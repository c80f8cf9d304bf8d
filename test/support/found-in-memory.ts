import { openSync, readFileSync, readSync, closeSync } from 'node:fs'

const slice = 1 << 24

/**
 * Finds texts anywhere in the writable memory of a process, as bytes or UTF-16: objects, garbage, form fields,
 * start arguments. Linux, as root.
 */
export const foundInMemory = (pid: number, texts: readonly string[]): string[] => {
  const needles = texts.flatMap((text) =>
    (['latin1', 'utf16le'] as const).map((encoding) => ({ text, bytes: Buffer.from(text, encoding) })),
  )
  const overlap = Math.max(...needles.map(({ bytes }) => bytes.length))
  const found = new Set<string>()
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const buffer = Buffer.alloc(slice + overlap)
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from = '', to = ''] = /^([\da-f]+)-([\da-f]+) rw/.exec(line) ?? []
      if (from === '') continue
      const end = Number.parseInt(to, 16)
      for (let at = Number.parseInt(from, 16); at < end; at += slice) {
        let read = 0
        try {
          read = readSync(memory, buffer, 0, Math.min(buffer.length, end - at), at)
        } catch {
          // The memory was released meanwhile, or belongs to a device.
          continue
        }
        const held = buffer.subarray(0, read)
        for (const { text, bytes } of needles) if (held.includes(bytes)) found.add(text)
      }
    }
  } finally {
    closeSync(memory)
  }
  return texts.filter((text) => found.has(text))
}
