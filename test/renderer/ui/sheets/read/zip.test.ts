import { describe, expect, it } from 'vitest'
import { listZip, unpackEntry } from '../../../../../src-renderer/ui/sheets/read/zip'
import { packStored } from '../../../../../src-renderer/ui/sheets/write/zip-write'
import { makeZip } from '../make-workbook'

const unpack = async (bytes: Uint8Array, limit: number) => {
  const entries = listZip(bytes)
  if (!entries.ok) return entries.error.code
  const decodeContent = await unpackEntry(bytes, entries.value[0]!, limit)
  return decodeContent.ok ? new TextDecoder().decode(decodeContent.value) : decodeContent.error.code
}

describe('unpackEntry', () => {
  const lie = makeZip([{ path: 'a.xml', content: 'x'.repeat(200_000), declaredBytes: 10 }])

  it('stops at the limit, whatever the directory says', async () => {
    expect(await unpack(lie, 199_999)).toBe('expands-too-far')
    expect(await unpack(lie, 200_000)).toHaveLength(200_000)
  })

  it('stops at the limit for stored entries too, since many may share the same bytes', async () => {
    const bytes = makeZip([{ path: 'a.xml', content: 'x'.repeat(1000), isStored: true, declaredBytes: 0 }])
    expect(await unpack(bytes, 999)).toBe('expands-too-far')
    expect(await unpack(bytes, 1000)).toHaveLength(1000)
  })
})

describe('packStored', () => {
  it('packs archives that listZip and unpackEntry read', async () => {
    const files = new Map(['a', '壳号'].map((text) => [`${text}.xml`, new TextEncoder().encode(text)]))
    const bytes = await packStored(files)
    const entries = listZip(bytes)
    expect(entries.ok ? entries.value.map(({ path }) => path) : []).toEqual(['a.xml', '壳号.xml'])
    expect(await unpack(bytes, 10)).toBe('a')
  })
})
