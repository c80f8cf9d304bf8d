import { strToU8, zipSync } from 'fflate'
import { columnLetter } from '../column-letter'
import type { Table } from './encode-csv'

// The minimum Excel needs: ECMA-376 part 1, 18.2 and 18.3.

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Excel reports a file with a longer cell as damaged. */
const maxCellLength = 32_767
const maxNameLength = 31

/** XML 1.0 allows no other control characters; Excel would decode `_x0041_` in a cell as a character. */
const escapeXml = (text: string): string =>
  text
    .slice(0, maxCellLength)
    // eslint-disable-next-line no-control-regex -- these are what must not be in the file
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const titleStyle = 1
const textStyle = 2

const textCell = (place: string, text: string, style: number): string =>
  `<c r="${place}" s="${String(style)}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

const cell = (place: string, value: string | number | null): string => {
  if (value === null || value === '') return ''
  return typeof value === 'number'
    ? `<c r="${place}"><v>${String(value)}</v></c>`
    : textCell(place, value, textStyle)
}

const sheetXml = ({ titles, widths, rows }: Table): string => {
  const last = columnLetter(Math.max(0, titles.length - 1))
  const area = `A1:${last}${String(rows.length + 1)}`
  const columns = widths
    .map(
      (width, at) =>
        `<col min="${String(at + 1)}" max="${String(at + 1)}" width="${String(width)}" customWidth="1"/>`,
    )
    .join('')
  const head = titles.map((title, at) => textCell(`${columnLetter(at)}1`, title, titleStyle)).join('')
  const body = rows.map((row, index) => {
    const number = String(index + 2)
    return `<row r="${number}">${row.map((value, at) => cell(columnLetter(at) + number, value)).join('')}</row>`
  })
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columns === '' ? '' : `<cols>${columns}</cols>`}<sheetData><row r="1">${head}</row>${body.join('')}</sheetData><autoFilter ref="${area}"/><ignoredErrors><ignoredError sqref="${area}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

/** Removes characters and length that Excel does not allow in sheet names. */
const sheetName = (name: string): string =>
  escapeXml(
    name
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^'|'$/g, ' ')
      .slice(0, maxNameLength)
      .trim(),
  ) || 'Sheet1'

const styles = `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** A fixed file date, the earliest possible, so that the same rows give the same bytes. */
const firstDay = new Date(1980, 0, 1)

/** A workbook with one sheet: frozen titles, and text cells for text so that no number loses a digit. */
export const encodeXlsx = (table: Table): Uint8Array<ArrayBuffer> => {
  const parts = {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${sheetName(table.sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': sheetXml(table),
  }
  const files = Object.entries(parts).map(([path, text]): [string, Uint8Array] => [path, strToU8(text)])
  return zipSync(Object.fromEntries(files), { mtime: firstDay })
}
