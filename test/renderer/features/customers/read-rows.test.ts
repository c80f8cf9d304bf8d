import { describe, expect, it } from 'vitest'
import type { RegisteredEnterprise } from '../../../../src-shared/bridge/enterprise-commands'
import type { Language } from '../../../../src-renderer/i18n/i18n'
import { exportColumns } from '../../../../src-renderer/features/customers/customer-columns'
import {
  checkRows,
  importColumns,
  mayBeRounded,
  missingColumn,
  readRows,
} from '../../../../src-renderer/features/customers/import/read-rows'
import { resultColumns } from '../../../../src-renderer/features/customers/import/row-texts'
import type { ShownImportRow } from '../../../../src-renderer/features/customers/import/row-group'
import type { EnterpriseImportRow } from '../../../../src-shared/model/enterprise-import'
import { findColumns } from '#shared/sheets/find-column'
import { parseFile } from '../../../../src-renderer/ui/sheets/read/parse-file'
import { writeSheet } from '../../../../src-renderer/ui/sheets/write/write-sheet'
import type { Steps } from '../../../../src-renderer/ui/table/run-time-sliced'
import { processorMs } from '../../../support/processor-time'
import { translatorIn } from '../../support/mount-component'

const resultOf = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
const read = (rows: readonly (readonly string[])[], columns = findColumns(rows, importColumns)) => {
  const readAll = readRows({ rows, problems: new Map() }, columns)
  return resultOf(checkRows(resultOf(readAll)))
}
const titles = ['Enterprise ID', 'Channel code', 'Channel customer ID', 'Enterprise name']
const asSheet = async (content: Uint8Array<ArrayBuffer>) => {
  const parsed = await parseFile({ fileName: '', content, sheet: null })
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value.rows
}

describe('a sheet of enterprises', () => {
  it('names each row that cannot be looked up, with its row', () => {
    const rows = read([
      titles,
      ['5000000000000000017', '', '', 'One'],
      ['', 'EAST', 'NB-1', ''],
      ['', '', '', ''],
      ['５００００００００００００００００18\u200b', '', '', ''],
      ['5000000000000000017', 'EAST', 'NB-9', 'The same'],
      ['', 'EAST', 'NB-1', ''],
      ['', 'EAST', '', ''],
      ['', '', 'NB-2', ''],
      ['', '', '', 'Only a name'],
      ['5.00000000000017E+18', '', '', ''],
      ['50000 017', '', '', ''],
      ['5'.repeat(201), '', '', ''],
    ])
    expect(rows.map(({ line, finding, firstLine }) => [line, finding, firstLine])).toEqual([
      [2, null, null],
      [3, null, null],
      [5, null, null],
      [6, 'duplicate', 2],
      [7, 'duplicate', 3],
      [8, 'no-customer', null],
      [9, 'no-channel', null],
      [10, 'missing', null],
      [11, 'exponent', null],
      [12, 'characters', null],
      [13, 'too-long', null],
    ])
    expect(rows[2]?.enterpriseGlobalId).toBe('5000000000000000018')
    expect(rows.at(-1)?.enterpriseGlobalId).toHaveLength(200)
  })

  it('uses a customer only with both parts', () => {
    const [row] = read([titles, ['5000000000000000017', 'EAST', '', 'One']])
    expect(row).toMatchObject({ finding: null, channelCode: null, channelCustomerId: null })
  })

  it('finds the columns without titles', () => {
    const rows = [
      ['CRM-EAST', 'NB-10017'],
      ['CRM-SG', 'LC-60011'],
    ]
    expect(findColumns(rows, importColumns)).toEqual({
      columns: { channelCustomerId: 1, enterpriseGlobalId: null, channelCode: 0, enterpriseName: null },
      titleRows: 0,
    })
    expect(findColumns([['5123456789012345678'], ['5123456789012345679']], importColumns)).toMatchObject({
      columns: { enterpriseGlobalId: 0 },
      titleRows: 0,
    })
  })

  it('suspects an ID that a spreadsheet rounded', () => {
    expect(mayBeRounded('5123456789012340000')).toBe(true)
    expect(mayBeRounded('5123456789012345678')).toBe(false)
  })

  it('is read fast with 10,000 rows', () => {
    const rows = [
      titles,
      ...Array.from({ length: 10_000 }, (_, at) => [`${5_000_000_000 + at}`, '', '', 'n']),
    ]
    const from = processorMs()
    expect(read(rows)).toHaveLength(10_000)
    expect(processorMs() - from).toBeLessThan(1_000)
  })
})

describe('exported enterprises', () => {
  const enterprises: readonly RegisteredEnterprise[] = [
    ['5123456789012345678', '南桥 "建设", 集团', 'CRM-EAST', 'NB-10017'],
    ['5123456789012345679', null, null, null],
    ['5123456789012345680', '=HYPERLINK("x")', 'CRM-SG', '0012'],
  ].map(([enterpriseGlobalId, enterpriseName, channelCode, channelCustomerId]) => ({
    enterpriseGlobalId: enterpriseGlobalId ?? '',
    enterpriseName: enterpriseName ?? null,
    channelCode: channelCode ?? null,
    channelCustomerId: channelCustomerId ?? null,
    assets: 12,
    readAt: 1_900_000_000_000,
    failure: null,
  }))
  const cases = (['en', 'zh'] as const).flatMap((language) =>
    (['csv', 'xlsx'] as const).map((kind) => ({ language, kind })),
  )
  const idsOf = ({
    enterpriseGlobalId,
    enterpriseName,
    channelCode,
    channelCustomerId,
  }: EnterpriseImportRow) => [enterpriseGlobalId, enterpriseName, channelCode, channelCustomerId]
  const translator = (language: Language) => translatorIn(language) as Parameters<typeof exportColumns>[0]

  it.each(cases)('can be imported again: $kind, $language', async ({ language, kind }) => {
    const rows = await asSheet(await writeSheet(kind, exportColumns(translator(language)), enterprises))
    const again = read(rows)
    expect(again.map(idsOf)).toEqual(
      enterprises.map((one) => [
        one.enterpriseGlobalId,
        one.enterpriseName,
        one.channelCode,
        one.channelCustomerId,
      ]),
    )
    expect(again.every(({ finding }) => finding === null)).toBe(true)
  })

  it.each([
    [{}, 'any'],
    [{ enterpriseName: 0 }, 'any'],
    [{ channelCode: 0 }, 'channelCustomerId'],
    [{ channelCustomerId: 0 }, 'channelCode'],
    [{ channelCode: 0, channelCustomerId: 1 }, null],
    [{ channelCode: 0, enterpriseGlobalId: 1 }, null],
  ] as const)('says which column is missing: %o', (columns, missing) => {
    expect(missingColumn(columns)).toBe(missing)
  })

  it.each([
    ['en', 'Already known', 'The name was updated.'],
    ['zh', '已有', '名称已更新。'],
  ] as const)('results say that a name was updated: %s', (language, ...texts) => {
    const found = { enterpriseGlobalId: '5123456789012345678', enterpriseName: 'North' }
    const row: ShownImportRow = {
      ...{ id: 0, line: 2, channelCode: null, channelCustomerId: null, finding: null, firstLine: null },
      ...{ enterpriseGlobalId: found.enterpriseGlobalId, enterpriseName: 'Old', isKnown: false },
      result: { state: 'known', ...found, isRenamed: true },
    }
    const values = resultColumns(null, translator(language)).map(({ value }) => value(row))
    expect(values).toEqual(['North', found.enterpriseGlobalId, '', '', 2, ...texts])
  })

  it.each(cases)('and so can results: $kind, $language', async ({ language, kind }) => {
    const results: readonly ShownImportRow[] = [
      {
        id: 0,
        line: 2,
        enterpriseGlobalId: null,
        enterpriseName: null,
        channelCode: 'CRM-EAST',
        channelCustomerId: 'NB-10017',
        finding: null,
        firstLine: null,
        isKnown: false,
        result: { state: 'added', enterpriseGlobalId: '5123456789012345678', enterpriseName: 'North' },
      },
    ]
    const columns = resultColumns(null, translator(language))
    const rows = await asSheet(await writeSheet(kind, columns, results))
    expect(read(rows).map(idsOf)).toEqual([['5123456789012345678', 'North', 'CRM-EAST', 'NB-10017']])
  })
})
