import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashOf, noPreviousHash, writeLine } from '../../../src-main/journal/line'
import type { NewRecord } from '../../../src-main/journal/record'
import { reportLines } from '../../../src-main/journal/verify/report-lines'
import { reportOf, verifyFiles } from '../../../src-main/journal/verify/verify'
import { temporaryFolder } from '../../support/temporary-folder'

const row = (key: string) => ({
  key,
  shellNumber: null,
  enterpriseGlobalId: null,
  enterpriseName: null,
  lockedBefore: null,
  memberGlobalId: null,
  memberName: null,
  request: null,
})

const records: NewRecord[] = [
  {
    kind: 'job',
    job: 'A',
    intent: {
      operation: 'order.lockAssets',
      operatorIdentity: 'Li Wei',
      environment: 'training',
      training: true,
      chunkSize: 100,
      retryOf: null,
      rows: [row('LD1'), row('LD2')],
    },
  },
  { kind: 'sent', job: 'A', rows: [0, 1] },
  { kind: 'ended', job: 'A', ends: [{ row: 0, state: 'done', reason: null }] },
]

const lines = (() => {
  let previous = noPreviousHash
  return records.map((record, index) => {
    const line = writeLine({ v: 2, n: index + 1, at: index, previous, ...record } as never)
    previous = hashOf(line)
    return line
  })
})()
const bytesOf = (written: readonly string[]): Buffer =>
  Buffer.from(written.map((line) => `${line}\n`).join(''))
const verify = (...files: Buffer[]) =>
  reportOf(
    files,
    files.map((_one, index) => `journal.000${index + 1}.log`),
  )
const reportText = (...files: Buffer[]): string => reportLines(verify(...files)).join('\n')

describe('verifying a journal', () => {
  it('counts the content and names the head', () => {
    expect(verify(bytesOf(lines))).toMatchObject({ isWhole: true, records: 3, since: 0, until: 2, jobs: 1 })
    expect(reportText(bytesOf(lines))).toContain('changes  1 sent, 1 done')
    expect(reportText(bytesOf(lines))).toContain(`head     3 ${hashOf(lines[2] ?? '')}`)
  })

  it('detects a changed line, a removed line and half a line', () => {
    const changed = lines.with(1, (lines[1] ?? '').replace('"rows":[0,1]', '"rows":[0]'))
    expect(reportText(bytesOf(changed))).toContain('DAMAGED  lines 2 ')
    expect(reportText(bytesOf(lines.toSpliced(1, 1)))).toContain('DAMAGED  lines 2 ')
    const cut = bytesOf(lines).subarray(0, -20)
    expect(reportText(cut)).toContain('TORN')
    expect(verify(cut).isWhole).toBe(false)
  })

  it('counts the changes by result over all jobs', () => {
    let previous = noPreviousHash
    let n = 0
    const ended = ['done', 'done', 'failed', 'failed', 'failed', 'unknown', 'not-sent', 'not-sent'] as const
    const written = ['A', 'B'].flatMap((job) => {
      const rows = Array.from({ length: 12 }, (_one, rowIndex) => row(`LD${rowIndex}`))
      const [first] = records
      const intent = first?.kind === 'job' ? first.intent : null
      const results = ended.map((state, rowIndex) => ({ row: rowIndex, state, reason: null }))
      return [
        { kind: 'job', job, intent: { ...intent, rows } },
        { kind: 'sent', job, rows: [8] },
        { kind: 'ended', job, ends: results },
      ].map((record) => {
        n += 1
        const line = writeLine({ v: 3, n, at: 7, previous, ...record } as never)
        previous = hashOf(line)
        return line
      })
    })
    const changes = { intent: 6, sent: 2, done: 4, failed: 6, 'not-sent': 4, unknown: 2 }
    expect(verify(bytesOf(written))).toMatchObject({ isWhole: true, jobs: 2, changes })
  })

  it('lists each file with its content and at most 100 of its damaged lines', () => {
    const broken = bytesOf(Array.from({ length: 150 }, () => 'no record'))
    const whole = bytesOf(lines)
    const report = verify(whole, broken)
    expect(report.isWhole).toBe(false)
    expect(report.files).toMatchObject([
      { name: 'journal.0001.log', bytes: whole.length, records: 3, damaged: [], damagedCount: 0, torn: 0 },
      { name: 'journal.0002.log', bytes: broken.length, records: 0, damagedCount: 150 },
    ])
    expect(report.files[1]?.damaged).toEqual(Array.from({ length: 100 }, (_one, index) => index + 1))
  })

  it('is not intact where a later version wrote a part of it', () => {
    const later = writeLine({ v: 9, n: 4, at: 7, previous: hashOf(lines[2] ?? '') } as never)
    expect(verify(bytesOf([...lines, later]))).toMatchObject({ isWhole: false, newer: 9 })
  })

  it('reads only the given length, since more may be written meanwhile', async () => {
    const folder = await temporaryFolder()
    const path = join(folder.path, 'journal.0007.log')
    const whole = bytesOf(lines)
    await writeFile(path, Buffer.concat([whole, Buffer.from('half a li')]))
    expect(await verifyFiles([{ path }])).toMatchObject({ isWhole: false, files: [{ torn: 9 }] })
    expect(await verifyFiles([{ path, bytes: whole.length }])).toMatchObject({
      isWhole: true,
      records: 3,
      files: [{ name: 'journal.0007.log', bytes: whole.length, torn: 0 }],
    })
    await folder.remove()
  })

  it('accepts an empty journal', () => {
    expect(verify(Buffer.alloc(0))).toMatchObject({ isWhole: true })
  })
})
