import { normalized } from '#shared/normalized'
import type { EnterpriseImportRow, ImportFinding } from '#shared/model/enterprise-import'
import { joinKey } from '#shared/model/join-key'
import type { ColumnSpec } from '#shared/sheets/find-column'
import { cellKey } from '../../../ui/sheets/sheet'
import type { Sheet } from '../../../ui/sheets/sheet'
import type { Steps } from '../../../ui/table/run-time-sliced'

export type ImportField = 'enterpriseGlobalId' | 'enterpriseName' | 'channelCode' | 'channelCustomerId'

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

/** As in the schema of the command. */
const maxLength = 200
const stride = 256

/** Without hidden characters and full-width forms, as IDs are written. */
const idIn = (cell: string): string =>
  normalized(cell)
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
const nameIn = (cell: string): string =>
  cell
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)

/** The API describes no form of an ID; these characters are in none that a system makes. */
const hasOddCharacters = (id: string): boolean => /[^\p{L}\p{N}._:@/-]/u.test(id)
/** A spreadsheet has replaced the last digits of a long number. */
const isExponent = (id: string): boolean => /^\d(?:\.\d+)?E\+?\d+$/i.test(id)

/** From 16 digits on, a spreadsheet replaces the digits of a number by zeros. */
export const mayBeRounded = (id: string): boolean => /^\d{15}0+$/.test(id)

const findingOf = (id: string, code: string, customer: string): ImportFinding | null => {
  if (id === '' && code === '' && customer === '') return 'missing'
  if (id === '' && code === '') return 'no-channel'
  if (id === '' && customer === '') return 'no-customer'
  const used = code !== '' && customer !== '' ? [id, code, customer] : [id]
  if (used.some((text) => text.length > maxLength)) return 'too-long'
  if (used.some(isExponent)) return 'exponent'
  return used.some(hasOddCharacters) ? 'characters' : null
}

/** An error in one of these would look another enterprise up, or none; in the name it does not matter. */
const idFields = ['enterpriseGlobalId', 'channelCode', 'channelCustomerId'] as const

const textOrNull = (text: string): string | null => (text === '' ? null : text.slice(0, maxLength))

/** The non-blank rows below the titles, each checked; of equal rows only the first one is looked up. */
export function* readEnterpriseRows(
  { rows, problems }: Pick<Sheet, 'rows' | 'problems'>,
  { columns, titleRows }: { readonly columns: Columns; readonly titleRows: number },
): Steps<EnterpriseImportRow[]> {
  const read: EnterpriseImportRow[] = []
  const firstLines = new Map<string, number>()
  for (let index = titleRows; index < rows.length; index += 1) {
    if (index % stride === 0) yield
    const cells = rows[index] ?? []
    const cell = (field: ImportField): string => {
      const column = columns[field] ?? null
      return column === null ? '' : (cells[column] ?? '')
    }
    const line = index + 1
    const id = idIn(cell('enterpriseGlobalId'))
    const code = idIn(cell('channelCode'))
    const customer = idIn(cell('channelCustomerId'))
    const name = nameIn(cell('enterpriseName'))
    if (id === '' && code === '' && customer === '' && name === '') continue
    const problem = idFields
      .map((field) => problems.get(cellKey(index, columns[field] ?? -1)))
      .find((one) => one !== undefined)
    let finding: ImportFinding | null =
      problem === undefined ? findingOf(id, code, customer) : `cell-${problem}`
    let firstLine: number | null = null
    if (finding === null) {
      const key = id === '' ? `customer ${joinKey(code, customer)}` : `enterprise ${id}`
      firstLine = firstLines.get(key) ?? null
      if (firstLine === null) firstLines.set(key, line)
      else finding = 'duplicate'
    }
    const isCustomer = code !== '' && customer !== ''
    read.push({
      line,
      enterpriseGlobalId: textOrNull(id),
      enterpriseName: textOrNull(name),
      channelCode: isCustomer || finding !== null ? textOrNull(code) : null,
      channelCustomerId: isCustomer || finding !== null ? textOrNull(customer) : null,
      finding,
      firstLine,
    })
  }
  return read
}
