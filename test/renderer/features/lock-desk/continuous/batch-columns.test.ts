import { describe, expect, it } from 'vitest'
import type { BatchRow } from '../../../../../src-renderer/features/lock-desk/continuous/continuous-batch'
import { batchColumns } from '../../../../../src-renderer/features/lock-desk/continuous/batch-columns'
import { parseFile } from '../../../../../src-renderer/ui/sheets/read/parse-file'
import { writeSheet } from '../../../../../src-renderer/ui/sheets/write/write-sheet'
import { entry } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

const text = createTexts('en').global.t as unknown as (key: string, named?: object) => string
const translator = { t: (key: string, named = {}) => text(key, named), language: 'en' as const }

const row = (part: Partial<BatchRow>): BatchRow => ({
  id: 1,
  by: 'scan',
  number: '8000000017',
  assetNum: null,
  enterpriseName: null,
  at: 1_790_000_000_000,
  state: { kind: 'skipped', reason: 'not-listed', failure: null },
  ...part,
})

describe('the CSV export of continuous mode', () => {
  it('contains the platform’s and the scanner’s text without formulas, and is read back', async () => {
    const rows = [
      row({
        assetNum: 'LD8000000017',
        enterpriseName: '=HYPERLINK("//x")',
        state: { kind: 'responded', entry: entry() },
      }),
      row({ number: 'x;＝1', enterpriseName: 'a\n@SUM(A1)' }),
    ]
    const columns = batchColumns({ action: 'disable', operatorIdentity: '+Li' }, () => undefined, translator)
    const bytes = await writeSheet('csv', columns, rows)
    const content = new TextDecoder().decode(bytes)
    for (const cell of [`"'=HYPERLINK`, `"'x;'＝1"`, `"'a\n'@SUM(A1)"`, `"'+Li"`])
      expect(content).toContain(cell)
    const read = await parseFile({ fileName: '', content: bytes, sheet: null })
    if (!read.ok) throw new Error(read.error.message)
    const exported = read.value.rows.slice(1).map((cells) => [cells[0], cells[1], cells[2], cells[6]])
    expect(exported).toEqual([
      ['8000000017', 'LD8000000017', '=HYPERLINK("//x")', 'Li Wei'],
      ['x;＝1', '', 'a\n@SUM(A1)', '+Li'],
    ])
  })
})
