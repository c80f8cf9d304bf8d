import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { hashOf, noPreviousHash, readLine, readLineBytes, writeLine } from '../../src-main/journal/line'
import type { JournalRecord } from '../../src-main/journal/record'
import { intentOf } from './support/journals'

const record: JournalRecord = {
  v: 3,
  n: 4,
  at: 5,
  previous: noPreviousHash,
  kind: 'closed',
  job: 'A',
  reason: { kind: 'cancelled' },
}

/** A line with a correct checksum and the given content. */
const lineOf = (json: string, space = ' ') =>
  Buffer.from(`${crc32(json).toString(16).padStart(8, '0')}${space}${json}`)
const read = (value: unknown) => readLineBytes(lineOf(JSON.stringify(value)))

describe('a line of the journal', () => {
  it('is read as written, with any characters', () => {
    const chinese: JournalRecord = { ...record, job: '北桥 😀 "\\' }
    const line = writeLine(chinese)
    expect(readLine(line)).toEqual(chinese)
    expect(readLineBytes(Buffer.from(line))).toEqual(chinese)
    expect(line).toMatch(/^[0-9a-f]{8} \{/)
  })

  it('has a checksum of eight digits with leading zeros', () => {
    for (let n = 0; n < 400; n += 1) {
      const line = writeLine({ ...record, n })
      expect(line.indexOf(' ')).toBe(8)
      expect(readLine(line)).toMatchObject({ n })
    }
  })

  it('is identified by the SHA-256 of its bytes', () => {
    expect(hashOf('锁')).toBe(hashOf(Buffer.from('锁')))
    expect(hashOf('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  it.each([
    ['no JSON', '{"v":3,'],
    ['nothing', ''],
    ['a word', 'null'],
    ['a number', '7'],
    ['a text', '"v"'],
    ['a list', '[4]'],
    ['no version', '{}'],
    ['a version as text', '{"v":"99"}'],
    ['a version as text, after a number', '{"v":["4"]}'],
    ['this version of an unknown kind', JSON.stringify({ ...record, kind: 'other' })],
    ['this version, without its fields', '{"v":3}'],
    ['an older version, without its fields', '{"v":1}'],
    ['a version that never existed', '{"v":0,"kind":"closed"}'],
  ])('with %s is invalid, even with a correct checksum', (_what, json) => {
    expect(readLineBytes(lineOf(json))).toBeNull()
    expect(readLine(lineOf(json).toString())).toBeNull()
  })

  it('is invalid without the space after its checksum', () => {
    const json = JSON.stringify(record)
    expect(readLineBytes(lineOf(json))).toEqual(record)
    for (const space of ['\t', '_', '0']) expect(readLineBytes(lineOf(json, space))).toBeNull()
  })

  it('is invalid with any one character changed', () => {
    const line = writeLine(record)
    for (let at = 0; at < line.length; at += 1) {
      const other = `${line.slice(0, at)}${line[at] === '1' ? '2' : '1'}${line.slice(at + 1)}`
      expect([at, readLine(other)]).toEqual([at, null])
    }
    expect([readLine(''), readLine('deadbeef')]).toEqual([null, null])
  })

  it('of a later version returns that version and no record', () => {
    const later = { ...record, v: 8, kind: 'something new' }
    expect(read(later)).toEqual({ newer: 8 })
    expect(read({ v: 99 })).toEqual({ newer: 99 })
    expect(readLine(lineOf(JSON.stringify(later)).toString())).toBeNull()
  })

  it('of version 2, also in its first form, is converted', () => {
    expect(read({ ...record, v: 2 })).toEqual({ ...record, v: 2 })
    const { rows, ...intent } = intentOf('LD1', 'LD2')
    const early = rows.map(({ memberGlobalId: _id, memberName: _name, request: _request, ...row }) => row)
    const job = { v: 2, n: 1, at: 5, previous: noPreviousHash, kind: 'job', job: 'A' }
    expect(read({ ...job, intent: { ...intent, rows: early } })).toEqual({
      ...job,
      intent: { ...intent, rows },
    })
    const ended = { ...job, kind: 'ended' }
    expect(read({ ...ended, ends: [[0, 'done', null]] })).toEqual({
      ...ended,
      ends: [{ row: 0, state: 'done', reason: null }],
    })
    // Not accepted in the current version.
    expect(read({ ...ended, v: 3, ends: [[0, 'done', null]] })).toBeNull()
    expect(read({ ...ended, ends: [[0, 'sent', null]] })).toBeNull()
  })
})
