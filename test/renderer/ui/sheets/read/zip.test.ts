import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../../../src-renderer/ui/sheets/read/read-error'
import { listZip, unpackEntry } from '../../../../../src-renderer/ui/sheets/read/zip'
import { makeZip } from '../make-workbook'

/** The text of the first file, or the code of the failure with the number of bytes that came before it. */
const unpack = async (bytes: Uint8Array, limit: number): Promise<string> => {
  let text = ''
  try {
    for await (const piece of unpackEntry(bytes, listZip(bytes)[0]!, limit))
      text += new TextDecoder().decode(piece)
  } catch (error) {
    if (error instanceof Refusal) return `${error.failure.code} after ${text.length}`
    throw error
  }
  return text
}

describe('unpackEntry', () => {
  const lie = makeZip([{ path: 'a.xml', content: 'x'.repeat(200_000), declaredBytes: 10 }])
  const files = [{ path: 'a.xml', content: 'x'.repeat(1000) }]

  it('stops at the limit, whatever the directory says', async () => {
    expect(await unpack(lie, 99_999)).toMatch(/^expands-too-far after \d{1,5}$/)
  })

  it('refuses a file whose size differs from the directory', async () => {
    expect(await unpack(lie, 200_000)).toBe('damaged after 200000')
  })

  it('stops at the limit for stored entries too, since many may share the same bytes', async () => {
    const bytes = makeZip([{ path: 'a.xml', content: 'x'.repeat(1000), isStored: true, declaredBytes: 0 }])
    expect(await unpack(bytes, 999)).toBe('expands-too-far after 0')
  })

  it('stops early where the data grows a thousandfold', async () => {
    const bytes = makeZip([{ path: 'a.xml', content: new Uint8Array(60_000_000) }])
    const [, length] = /^expands-too-far after (\d+)$/.exec(await unpack(bytes, 200_000_000)) ?? []
    expect(Number(length)).toBeLessThan(17 * 1024 * 1024)
  })

  it.each([
    ['ZIP64 sizes and offsets', makeZip(files, { isZip64: true })],
    ['sizes that follow the data', makeZip(files, { hasDescriptors: true })],
    ['bytes in front of it', new Uint8Array([...new Uint8Array(40), ...makeZip(files)])],
    ['bytes after it', new Uint8Array([...makeZip(files), 13, 10])],
    ['a comment', makeZip(files, { comment: 'PK\x05\x06' + ' '.repeat(30) })],
  ])('reads an archive with %s', async (_, bytes) => {
    expect(await unpack(bytes, 1000)).toBe('x'.repeat(1000))
  })

  it.each([8, 16, 24, 40])('refuses a ZIP64 number that is out of the archive: at %i', async (at) => {
    const bytes = makeZip(files, { isZip64: true })
    const end64 = bytes.length - 22 - 20 - 56
    bytes.fill(0xff, end64 + at + 8, end64 + at + 16)
    expect(await unpack(bytes, 1000)).toMatch(/^damaged|^x{1000}$/)
  })
})
