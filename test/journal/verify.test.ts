import { describe, expect, it } from 'vitest'
import { hashOf, noPrevious, writeLine } from '../../src-main/journal/record'
import type { NewRecord } from '../../src-main/journal/record'
import { reportLines } from '../../src-main/journal/report-lines'
import { reportOf } from '../../src-main/journal/verify'

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
  let previous = noPrevious
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
const said = (...files: Buffer[]): string => reportLines(verify(...files)).join('\n')

describe('verifying a journal', () => {
  it('counts what is in it and names its head', () => {
    expect(verify(bytesOf(lines))).toMatchObject({ isWhole: true, records: 3, since: 0, until: 2, jobs: 1 })
    expect(said(bytesOf(lines))).toContain('changes  1 sent, 1 done')
    expect(said(bytesOf(lines))).toContain(`head     3 ${hashOf(lines[2] ?? '')}`)
  })

  it('finds a changed line, a line taken out and half a line', () => {
    const changed = lines.with(1, (lines[1] ?? '').replace('"rows":[0,1]', '"rows":[0]'))
    expect(said(bytesOf(changed))).toContain('DAMAGED  lines 2 ')
    expect(said(bytesOf(lines.toSpliced(1, 1)))).toContain('DAMAGED  lines 2 ')
    const cut = bytesOf(lines).subarray(0, -20)
    expect(said(cut)).toContain('TORN')
    expect(verify(cut).isWhole).toBe(false)
  })

  it('takes an empty journal for whole', () => {
    expect(verify(Buffer.alloc(0))).toMatchObject({ isWhole: true })
  })
})
