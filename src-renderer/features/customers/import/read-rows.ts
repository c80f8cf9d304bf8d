import type { EnterpriseImportRow, ImportFinding } from '#shared/model/enterprise-import'
import { joinKey } from '#shared/model/join-key'
import { plainCode } from '#shared/model/visible-text'
import type { ColumnSpec } from '#shared/sheets/find-column'
import { cellKey } from '../../../ui/sheets/sheet'
import type { CellProblem, Sheet } from '../../../ui/sheets/sheet'
import type { Steps } from '../../../ui/table/run-time-sliced'
import { fullName } from '../../../names/shown-name'

/** In the order of the table. */
export const importFields = [
  'enterpriseName',
  'enterpriseGlobalId',
  'channelCode',
  'channelCustomerId',
] as const
export type ImportField = (typeof importFields)[number]

/** A row as it was read or corrected, before it is checked. */
export interface TypedRow {
  /** The row of the sheet, from 1. */
  readonly line: number
  readonly values: Readonly<Record<ImportField, string>>
  /** What the sheet has in place of an ID. */
  readonly problem: { readonly field: ImportField; readonly problem: CellProblem } | null
}

/** Column titles in both languages: first the export's own. */
export const importColumns: readonly (ColumnSpec & { readonly key: ImportField })[] = [
  {
    key: 'channelCustomerId',
    titles: [
      'channel customer id',
      '渠道客户 id',
      'channel customer',
      'customer id',
      'customer number',
      '渠道客户',
      '客户id',
      '客户 id',
      '客户号',
    ],
    isMatch: (cell) => /^[A-Za-z]{1,6}[-_]?\d{3,}$/.test(cell),
  },
  {
    key: 'enterpriseGlobalId',
    titles: [
      'enterprise id',
      '企业 id',
      'enterpriseglobalid',
      'global id',
      'main account',
      '企业id',
      '企业号',
      '主账号',
    ],
    isMatch: (cell) => /^(?=(?:\D*\d){8})[\w.:-]{10,}$/.test(cell),
  },
  {
    key: 'channelCode',
    titles: ['channel code', '渠道编码', 'channel', '渠道代码', '渠道'],
    isMatch: (cell) => /^[A-Z]{2,}(?:[-_][A-Z]+)+$/.test(cell),
  },
  {
    key: 'enterpriseName',
    titles: ['enterprise name', '企业名称', 'customer name', '客户名称', '公司名称', 'name', '名称'],
    isMatch: () => false,
  },
]

export type Columns = Readonly<Record<string, number | null>>

/**
 * What these columns lack to search for an enterprise: by its ID, or by both parts of a customer. Null if nothing;
 * `any` if all of it.
 */
export const missingColumn = (columns: Columns): 'any' | 'channelCode' | 'channelCustomerId' | null => {
  const has = (field: ImportField): boolean => (columns[field] ?? null) !== null
  if (has('enterpriseGlobalId')) return null
  if (has('channelCode')) return has('channelCustomerId') ? null : 'channelCustomerId'
  return has('channelCustomerId') ? 'channelCode' : 'any'
}

/** As in the schema of the command. */
const maxLength = 200
const stride = 256

const nameIn = (cell: string): string => cell.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()

/** The API describes no form of an ID; these characters are in none that a system makes. */
const hasOddCharacters = (id: string): boolean => /[^\p{L}\p{N}._:@/-]/u.test(id)
/** A spreadsheet has replaced the last digits of a long number. */
const isExponent = (id: string): boolean => /^\d(?:\.\d+)?E\+?\d+$/i.test(id)

/** From 16 digits on, a spreadsheet replaces the digits of a number by zeros. */
export const mayBeRounded = (id: string): boolean => /^\d{15}0+$/.test(id)

const findingOf = ({
  enterpriseGlobalId: id,
  channelCode: code,
  channelCustomerId: customer,
  enterpriseName: name,
}: TypedRow['values']): ImportFinding | null => {
  if (id === '' && code === '' && customer === '') return 'missing'
  if (id === '' && code === '') return 'no-channel'
  if (id === '' && customer === '') return 'no-customer'
  const used = code !== '' && customer !== '' ? [id, code, customer] : [id]
  if (used.some((text) => text.length > maxLength)) return 'too-long'
  if (used.some(isExponent)) return 'exponent'
  if (used.some(hasOddCharacters)) return 'characters'
  return name.length > maxLength ? 'name-too-long' : null
}

/** An error in one of these would look another enterprise up, or none; in the name it does not matter. */
const idFields = ['enterpriseGlobalId', 'channelCode', 'channelCustomerId'] as const

/** Only a row with a finding has a longer text; it is never sent to the platform or stored. */
const textOrNull = (text: string): string | null => (text === '' ? null : text.slice(0, maxLength))

const valueIn = (field: ImportField, cell: string): string =>
  field === 'enterpriseName' ? nameIn(cell) : plainCode(cell)

/** The non-blank rows below the titles. */
export function* readRows(
  { rows, problems }: Pick<Sheet, 'rows' | 'problems'>,
  { columns, titleRows }: { readonly columns: Columns; readonly titleRows: number },
): Steps<TypedRow[]> {
  const read: TypedRow[] = []
  for (let index = titleRows; index < rows.length; index += 1) {
    if (index % stride === 0) yield
    const cell = (field: ImportField): string => valueIn(field, rows[index]?.[columns[field] ?? -1] ?? '')
    const values = {
      enterpriseName: cell('enterpriseName'),
      enterpriseGlobalId: cell('enterpriseGlobalId'),
      channelCode: cell('channelCode'),
      channelCustomerId: cell('channelCustomerId'),
    }
    if (importFields.every((field) => values[field] === '')) continue
    const [problem = null] = idFields.flatMap((field) => {
      const found = problems.get(cellKey(index, columns[field] ?? -1))
      return found === undefined ? [] : [{ field, problem: found }]
    })
    read.push({ line: index + 1, values, problem })
  }
  return read
}

/** A row that was sent, as it can be corrected once more. */
export const typedAgain = ({ line, ...row }: EnterpriseImportRow): TypedRow => ({
  line,
  values: {
    enterpriseName: fullName(row.enterpriseName) ?? '',
    enterpriseGlobalId: row.enterpriseGlobalId ?? '',
    channelCode: row.channelCode ?? '',
    channelCustomerId: row.channelCustomerId ?? '',
  },
  problem: null,
})

/** Whether a row is invalid as it was sent. Of a text that is too long, only the beginning was sent, which may be valid. */
export const isInvalidAgain = (row: EnterpriseImportRow): boolean =>
  findingOf(typedAgain(row).values) !== null

/** The row with another value in place of what the sheet has. */
export const corrected = (row: TypedRow, field: ImportField, text: string): TypedRow => ({
  ...row,
  values: { ...row.values, [field]: valueIn(field, text) },
  problem: row.problem?.field === field ? null : row.problem,
})

/** A channel code without a customer ID, or the other way round, beside an enterprise ID, which is enough. */
export const isUnpaired = ({ values }: TypedRow): boolean =>
  values.enterpriseGlobalId !== '' && (values.channelCode === '') !== (values.channelCustomerId === '')

/** Checks each row; of equal rows only the first one is looked up. */
export function* checkRows(rows: readonly TypedRow[]): Steps<EnterpriseImportRow[]> {
  const checked: EnterpriseImportRow[] = []
  const firstLines = new Map<string, number>()
  for (const [index, { line, values, problem }] of rows.entries()) {
    if (index % stride === 0) yield
    const { enterpriseGlobalId: id, channelCode: code, channelCustomerId: customer } = values
    let finding: ImportFinding | null = problem === null ? findingOf(values) : `cell-${problem.problem}`
    let firstLine: number | null = null
    if (finding === null) {
      const key = id === '' ? `customer ${joinKey(code, customer)}` : `enterprise ${id}`
      firstLine = firstLines.get(key) ?? null
      if (firstLine === null) firstLines.set(key, line)
      else finding = 'duplicate'
    }
    const isCustomer = code !== '' && customer !== ''
    checked.push({
      line,
      enterpriseGlobalId: textOrNull(id),
      enterpriseName: textOrNull(values.enterpriseName),
      channelCode: isCustomer || finding !== null ? textOrNull(code) : null,
      channelCustomerId: isCustomer || finding !== null ? textOrNull(customer) : null,
      finding,
      firstLine,
    })
  }
  return checked
}
