import { describe, expect, it } from 'vitest'
import { readInSteps, readJournal } from '../../src-main/journal/read-journal'
import { hashOf, noHead, noPrevious, writeLine } from '../../src-main/journal/record'
import type { NewRecord } from '../../src-main/journal/record'

/** Lines of a journal, each linked to the one before. */
const journalOf = (records: readonly NewRecord[], v: 2 | 3 = 3): string[] => {
  let previous = noPrevious
  return records.map((record, index) => {
    const line = writeLine({ v, n: index + 1, at: 100 + index, previous, ...record })
    previous = hashOf(line)
    return line
  })
}
const sent: NewRecord = { kind: 'sent', job: 'A', rows: [0] }
const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(''))
const read = (...files: Buffer[]) => {
  const taken: number[] = []
  return { ...readJournal(files, ({ n }) => taken.push(n)), taken }
}

describe('reading a journal', () => {
  it('hands every record on, and says from when to when, of which version, and the head', () => {
    const lines = journalOf([sent, sent, sent], 2)
    const bytes = bytesOf(lines)
    expect(read(bytes)).toEqual({
      records: 3,
      since: 100,
      until: 102,
      files: [{ records: 3, damaged: [], wholeBytes: bytes.length, torn: Buffer.alloc(0), isEnded: true }],
      noted: 0,
      head: { n: 3, hash: hashOf(lines[2] ?? '') },
      lastFile: 1,
      version: 2,
      newer: null,
      taken: [1, 2, 3],
    })
  })

  it('of nothing says nothing', () => {
    const nothing = { records: 0, since: null, until: null, noted: 0, head: noHead, version: 0, newer: null }
    expect(read()).toMatchObject({ ...nothing, files: [], lastFile: 0 })
    // A file that was begun and has no line yet has no number yet.
    expect(read(Buffer.alloc(0))).toMatchObject({ ...nothing, files: [{ isEnded: true }], lastFile: 0 })
  })

  it('takes an empty first line for one damaged line, and reads what stands after it', () => {
    const bytes = bytesOf(journalOf([sent, sent]))
    const empty = Buffer.concat([Buffer.from('\n'), bytes])
    expect(read(empty)).toMatchObject({
      records: 2,
      taken: [1, 2],
      files: [{ damaged: [{ line: 1, lineOfFile: 1 }], wholeBytes: empty.length, isEnded: true }],
    })
    expect(read(empty).files[0]?.torn).toHaveLength(0)
  })

  it('leaves half a last line out, and takes one that lacks its line feed alone', () => {
    const lines = journalOf([sent, sent])
    const whole = bytesOf(lines)
    const first = Buffer.byteLength(lines[0] ?? '') + 1
    const half = read(whole.subarray(0, -5))
    expect(half).toMatchObject({
      records: 1,
      taken: [1],
      files: [{ wholeBytes: first, isEnded: true, damaged: [] }],
    })
    expect(half.files[0]?.torn.length).toBe(whole.length - first - 5)
    const unended = read(whole.subarray(0, -1))
    expect(unended).toMatchObject({ records: 2, files: [{ wholeBytes: whole.length - 1, isEnded: false }] })
    // In an older file it is damage: nobody was writing there.
    const later = read(whole.subarray(0, -5), bytesOf([]))
    expect(later.files).toMatchObject([{ damaged: [{ line: 2, file: 1, lineOfFile: 2 }] }, { damaged: [] }])
  })

  it('keeps what stands around damage, and holds nothing against the line behind it', () => {
    const lines = journalOf([sent, sent, sent, sent])
    const spoilt = lines.with(1, (lines[1] ?? '').replace('"A"', '"B"'))
    expect(read(bytesOf(spoilt))).toMatchObject({
      records: 3,
      taken: [1, 3, 4],
      files: [{ damaged: [{ line: 2 }] }],
    })
    // One that was taken out shows at the next; one that says something of a later version is not guessed at.
    expect(read(bytesOf(lines.toSpliced(1, 1))).files[0]?.damaged).toMatchObject([{ line: 2 }])
    const newer = [7, 9, 8].map((v) => writeLine({ v, n: 1, at: 1, previous: noPrevious } as never))
    expect(read(bytesOf([...lines, ...newer]))).toMatchObject({ records: 4, newer: 9 })
  })

  it('counts files as the journal does, also where several stand in one', () => {
    const lines = journalOf([
      sent,
      { kind: 'begins', file: 5 },
      sent,
      sent,
      { kind: 'begins', file: 6 },
      sent,
    ])
    const spoilt = lines.with(3, 'no record').with(5, 'none either')
    const damaged = [
      { line: 4, file: 5, lineOfFile: 3 },
      { line: 6, file: 6, lineOfFile: 2 },
    ]
    expect(read(bytesOf(spoilt))).toMatchObject({ lastFile: 6, files: [{ damaged }] })
    const apart = read(bytesOf(lines.slice(0, 1)), bytesOf(lines.slice(1, 4)), bytesOf(lines.slice(4)))
    expect(apart).toMatchObject({
      lastFile: 6,
      records: 6,
      files: [{ records: 1 }, { records: 3 }, { records: 2 }],
    })
  })

  it('tells no damage again that was told', () => {
    const lines = journalOf([sent, sent, { kind: 'damage', lines: [2], copy: 'x' }, sent])
    const spoilt = lines.with(1, 'no record')
    expect(read(bytesOf(spoilt))).toMatchObject({ noted: 1, files: [{ damaged: [] }] })
    const other = journalOf([sent, sent, { kind: 'damage', lines: [2], copy: 'x', file: 2 }, sent])
    expect(read(bytesOf(other.with(1, 'no record')))).toMatchObject({
      noted: 1,
      files: [{ damaged: [{ line: 2 }] }],
    })
  })

  it('lets others have their turn, every so many lines', () => {
    const steps = readInSteps([bytesOf(journalOf(Array.from({ length: 200 }, () => sent)))], () => undefined)
    let turns = 0
    for (let step = steps.next(); step.done !== true; step = steps.next()) turns += 1
    expect(turns).toBe(3)
  })
})
