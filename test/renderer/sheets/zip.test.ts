import { describe, expect, it } from 'vitest'
import { listZip, unpackEntry } from '../../../src-renderer/sheets/zip'
import { packStored } from '../../../src-renderer/sheets/zip-write'
import { makeZip } from './make-workbook'

const unpack = async (bytes: Uint8Array, limit: number) => {
  const entries = listZip(bytes)
  if (!entries.ok) return entries.error.code
  const unpacked = await unpackEntry(bytes, entries.value[0]!, limit)
  return unpacked.ok ? new TextDecoder().decode(unpacked.value) : unpacked.error.code
}

describe('unpackEntry', () => {
  const lie = makeZip([{ path: 'a.xml', content: 'x'.repeat(200_000), declaredBytes: 10 }])

  it('stops at the limit, whatever the directory says', async () => {
    expect(await unpack(lie, 199_999)).toBe('expands-too-far')
    expect(await unpack(lie, 200_000)).toHaveLength(200_000)
  })

  it('stops at it too where nothing is packed: many entries may name the same bytes', async () => {
    const bytes = makeZip([{ path: 'a.xml', content: 'x'.repeat(1000), isStored: true, declaredBytes: 0 }])
    expect(await unpack(bytes, 999)).toBe('expands-too-far')
    expect(await unpack(bytes, 1000)).toHaveLength(1000)
  })
})

describe('packStored', () => {
  it('packs what listZip and unpackEntry read', async () => {
    const files = new Map(['a', '壳号'].map((text) => [`${text}.xml`, new TextEncoder().encode(text)]))
    const bytes = await packStored(files)
    const entries = listZip(bytes)
    expect(entries.ok ? entries.value.map(({ path }) => path) : []).toEqual(['a.xml', '壳号.xml'])
    expect(await unpack(bytes, 10)).toBe('a')
  })
})
