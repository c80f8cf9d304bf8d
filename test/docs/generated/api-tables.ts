import type { z } from 'zod'
import { businessCodes } from '#shared/model/api/business-codes'
import type { BusinessCode } from '#shared/model/api/business-codes'
import { licenseTypes } from '#shared/model/api/license-types'
import { limits } from '#shared/model/api/limits'
import { noData } from '#shared/model/api/order-resources'
import { operationIds, operations, pathParametersOf } from '#shared/operations'
import type { OperationId, PlatformModule } from '#shared/operations'
import { fieldRows } from '../../../src-service/docs/field-rows'
import { operationTexts } from '../../../src-service/docs/operation-texts'
import { buildSchemas } from '../../../src-service/docs/schemas'
import { codeMeanings, meanings } from './api-meanings'
import { markdownTable } from './markdown'

const { all: schemas, nameOf } = buildSchemas()

/** The embedded service's texts, where “here” means that service. */
const anywhere = (name: string, text: string): string =>
  meanings[name] ??
  text.replace(/\s*;? ?milliseconds since 1970 here/g, '').replace(/\bhere\b/g, 'in the embedded service')

const code = (text: string): string => `\`${text}\``

const fieldsOf = (schema: z.ZodType) =>
  fieldRows({ $ref: `#/${nameOf(schema)}` }, schemas).filter(({ depth }) => depth === 0)

const parametersOf = (schema: z.ZodType | null): string =>
  schema === null
    ? '–'
    : fieldsOf(schema)
        .map(({ name, type }) => `${code(name)} ${type.replaceAll('|', 'or')}`)
        .join(', ') || '–'

const dataOf = (id: OperationId): string => {
  const { documented } = operations[id].data
  if (documented === noData.documented) return id === 'order.updateCustomer' ? 'no `data`' : '`null`'
  const schema = schemas[nameOf(documented)] ?? {}
  const items = schema['items'] as { $ref?: string; type?: string } | undefined
  if (items === undefined) return nameOf(documented)
  return `array of ${items.$ref?.split('/').at(-1) ?? items.type ?? 'any'}`
}

const idsOf = (module: PlatformModule) => operationIds.filter((id) => operations[id].module === module)
/** The number of the operation in its section, from 1 in each module. */
const numberOf = (id: OperationId): number => idsOf(operations[id].module).indexOf(id) + 1

const operationTable = (module: PlatformModule) => () =>
  markdownTable(
    ['#', 'Operation', 'Does', 'Method and path', 'Changes data'],
    idsOf(module).map((id) => [
      String(numberOf(id)),
      code(id),
      operationTexts[id].title,
      code(`${operations[id].method} ${operations[id].path}`),
      operations[id].changesState ? 'yes' : 'no',
    ]),
  )

const requestTable = (module: PlatformModule) => () =>
  markdownTable(
    ['#', 'Path parameters', 'Query', 'Body', 'Data of a success'],
    idsOf(module).map((id) => [
      String(numberOf(id)),
      pathParametersOf(operations[id].path).map(code).join(', ') || '–',
      parametersOf(operations[id].query),
      parametersOf(operations[id].body),
      dataOf(id),
    ]),
  )

const resourceTable = (name: string) => () =>
  markdownTable(
    ['Field', 'Type', 'Meaning'],
    fieldRows({ $ref: `#/${name}` }, schemas)
      // A type with a name has its own table.
      .filter(({ depth }, index, rows) => depth === 0 || isInline(rows, index))
      .map(({ name: field, depth, type, text }) => [
        `${'… '.repeat(depth)}${code(field)}`,
        type.replaceAll('|', 'or'),
        anywhere(field, text),
      ]),
  )

/** Whether all rows above this one, up to its outermost field, are objects without a name. */
const isInline = (rows: readonly { depth: number; type: string }[], index: number): boolean => {
  let { depth } = rows[index] ?? { depth: 0 }
  for (let at = index - 1; depth > 0 && at >= 0; at -= 1) {
    const above = rows[at]
    if (above === undefined || above.depth >= depth) continue
    depth = above.depth
    if (Object.keys(schemas).some((name) => above.type.includes(name))) return false
  }
  return true
}

const codesTable = () => {
  const shortOf = (id: OperationId) => `${operations[id].module} ${numberOf(id)}`
  return markdownTable(
    ['Code', 'Meaning', 'Changed something', 'Operations'],
    (Object.keys(businessCodes) as BusinessCode[]).map((name) => {
      const ids = operationIds.filter((id) => (operations[id].codes as readonly string[]).includes(name))
      const isEverywhere = (module: PlatformModule) => idsOf(module).every((id) => ids.includes(id))
      const places = [
        ...(isEverywhere('order')
          ? ['order: all']
          : ids.filter((id) => operations[id].module === 'order').map(shortOf)),
        ...(isEverywhere('member')
          ? ['member: all']
          : ids.filter((id) => operations[id].module === 'member').map(shortOf)),
      ]
      return [code(name), codeMeanings[name], businessCodes[name].changed, places.join(', ')]
    }),
  )
}

const licenseTypeTable = () =>
  markdownTable(
    ['Value', 'English', '中文', 'Physical lock', 'Re-issuable'],
    Object.entries(licenseTypes).map(([value, { en, zh, isLock, reissuable }]) => [
      code(value),
      en,
      zh,
      isLock ? 'yes' : 'no',
      reissuable ? 'yes' : 'no',
    ]),
  )

const limitTable = () =>
  markdownTable(
    ['Limit', 'Value', 'Where'],
    [
      ['Employees in one call', `at most ${limits.employeesPerCall}`, 'member 1; beyond it 60013'],
      [
        '`userName` and enterprise code together',
        `fewer than ${limits.accountWithEnterpriseCode} characters`,
        'member 1 and 2',
      ],
      ['`name`', `at most ${limits.employeeName} characters`, 'member 1 and 2; beyond it 30002'],
      ['`remark`', `at most ${limits.employeeRemark} characters`, 'member 1 and 2; beyond it 30003'],
      ['An allocated number', `${limits.shellNumberDigits} digits`, 'order 9'],
    ],
  )

/** The generated parts of docs/api.md by the name of their marks. */
export const apiTables: Readonly<Record<string, () => string>> = {
  'order operations': operationTable('order'),
  'order requests': requestTable('order'),
  'member operations': operationTable('member'),
  'member requests': requestTable('member'),
  'license types': licenseTypeTable,
  codes: codesTable,
  limits: limitTable,
  ...Object.fromEntries(
    Object.keys(schemas)
      .filter((name) => /^[A-Z]\w+$/.test(name) && !/(Body|Data|Query)$/.test(name))
      .map((name) => [name, resourceTable(name)]),
  ),
}
