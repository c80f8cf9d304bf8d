import { describe, expect, it } from 'vitest'
import { readInSteps, readJournal } from '../../src-main/journal/read-journal'
import { hashOf, noHead, noPreviousHash, writeLine } from '../../src-main/journal/line'
import type { NewRecord } from '../../src-main/journal/record'

/** Lines of a journal, each linked to the one before. */
const journalOf = (records: readonly NewRecord[], v: 2 | 3 = 3): string[] => {
  let previous = noPreviousHash
  return records.map((record, index) => {
    const line = writeLine({ v, n: index + 1, at: 100 + index, previous, ...record })
    previous = hashOf(line)
    return line
  })
}
const sent: NewRecord = { kind: 'sent', job: 'A', rows: [0] }
const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(''))
const read = (...files: Buffer[]) => {
  const recordNumbers: number[] = []
  return { ...readJournal(files, ({ n }) => recordNumbers.push(n)), taken: recordNumbers }
}

describe('reading a journal', () => {
  it('returns every record, the period, the version and the head', () => {
    const lines = journalOf([sent, sent, sent], 2)
    const bytes = bytesOf(lines)
    expect(read(bytes)).toEqual({
      records: 3,
      since: 100,
      until: 102,
      files: [{ records: 3, damaged: [], wholeBytes: bytes.length, torn: Buffer.alloc(0), isEnded: true }],
      reportedDamage: 0,
      head: { n: 3, hash: hashOf(lines[2] ?? '') },
      lastFile: 1,
      version: 2,
      newer: null,
      taken: [1, 2, 3],
    })
  })

  it('returns nothing for an empty journal', () => {
    const nothing = {
      records: 0,
      since: null,
      until: null,
      reportedDamage: 0,
      head: noHead,
      version: 0,
      newer: null,
    }
    expect(read()).toMatchObject({ ...nothing, files: [], lastFile: 0 })
    // A new file without a line has no number yet.
    expect(read(Buffer.alloc(0))).toMatchObject({ ...nothing, files: [{ isEnded: true }], lastFile: 0 })
  })

  it('treats an empty first line as one damaged line and reads the rest', () => {
    const bytes = bytesOf(journalOf([sent, sent]))
    const empty = Buffer.concat([Buffer.from('\n'), bytes])
    expect(read(empty)).toMatchObject({
      records: 2,
      taken: [1, 2],
      files: [{ damaged: [{ line: 1, lineOfFile: 1 }], wholeBytes: empty.length, isEnded: true }],
    })
    expect(read(empty).files[0]?.torn).toHaveLength(0)
  })

  it('drops half a last line, and accepts one without its line feed', () => {
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
    // In an older file it is damage, since no process was writing there.
    const later = read(whole.subarray(0, -5), bytesOf([]))
    expect(later.files).toMatchObject([{ damaged: [{ line: 2, file: 1, lineOfFile: 2 }] }, { damaged: [] }])
  })

  it('keeps the lines around damage, and accepts the line after it', () => {
    const lines = journalOf([sent, sent, sent, sent])
    const brokenLines = lines.with(1, (lines[1] ?? '').replace('"A"', '"B"'))
    expect(read(bytesOf(brokenLines))).toMatchObject({
      records: 3,
      taken: [1, 3, 4],
      files: [{ damaged: [{ line: 2 }] }],
    })
    // A removed line shows at the next one; the content of a later version is not guessed.
    expect(read(bytesOf(lines.toSpliced(1, 1))).files[0]?.damaged).toMatchObject([{ line: 2 }])
    const newer = [7, 9, 8].map((v) => writeLine({ v, n: 1, at: 1, previous: noPreviousHash } as never))
    expect(read(bytesOf([...lines, ...newer]))).toMatchObject({ records: 4, newer: 9 })
  })

  it('numbers files as the journal does, also where several are in one', () => {
    const lines = journalOf([
      sent,
      { kind: 'begins', file: 5 },
      sent,
      sent,
      { kind: 'begins', file: 6 },
      sent,
    ])
    const brokenLines = lines.with(3, 'no record').with(5, 'none either')
    const damaged = [
      { line: 4, file: 5, lineOfFile: 3 },
      { line: 6, file: 6, lineOfFile: 2 },
    ]
    expect(read(bytesOf(brokenLines))).toMatchObject({ lastFile: 6, files: [{ damaged }] })
    const apart = read(bytesOf(lines.slice(0, 1)), bytesOf(lines.slice(1, 4)), bytesOf(lines.slice(4)))
    expect(apart).toMatchObject({
      lastFile: 6,
      records: 6,
      files: [{ records: 1 }, { records: 3 }, { records: 2 }],
    })
  })

  it('does not report recorded damage again', () => {
    const lines = journalOf([sent, sent, { kind: 'damage', lines: [2], copy: 'x' }, sent])
    const brokenLines = lines.with(1, 'no record')
    expect(read(bytesOf(brokenLines))).toMatchObject({ reportedDamage: 1, files: [{ damaged: [] }] })
    const other = journalOf([sent, sent, { kind: 'damage', lines: [2], copy: 'x', file: 2 }, sent])
    expect(read(bytesOf(other.with(1, 'no record')))).toMatchObject({
      reportedDamage: 1,
      files: [{ damaged: [{ line: 2 }] }],
    })
  })

  it('yields every given number of lines', () => {
    const steps = readInSteps([bytesOf(journalOf(Array.from({ length: 200 }, () => sent)))], () => undefined)
    let turns = 0
    for (let step = steps.next(); step.done !== true; step = steps.next()) turns += 1
    expect(turns).toBe(3)
  })
})
