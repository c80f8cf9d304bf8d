import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { recordSchema } from '../../src-main/journal/record'
import { formatVersion } from '../../src-main/journal/format/record-form'
import { openStores } from '../../src-main/app/open-stores'
import { lockProfileSchema, profileVersion } from '../../src-main/locks/profiles/profile'
import { persistedHeaderSchema, persistedRecordSchema } from '../../src-main/directory/persisted-asset-file'
import { settingsFields, settingsVersion } from '../../src-main/settings/settings-file'
import {
  stocktakeHeaderSchema,
  stocktakeLineSchema,
  stocktakeVersion,
} from '../../src-main/stocktake/stocktake-lines'
import { accountRecordSchema } from '../../src-main/policy/account-record'
import { usedHeaderSchema, usedLineSchema, usedOrdersVersion } from '../../src-main/work-orders/used-orders'
import { createNotices } from '../../src-main/notices/notices'
import { openTestStore } from '../support/settings-store'
import { temporaryFolder } from '../support/temporary-folder'
import { keptFiles } from './support/kept-files'

const { opened } = vi.hoisted(() => ({ opened: [] as string[] }))
vi.mock(import('../../src-main/util/files/json-file'), async (original) => {
  const real = await original()
  const openJsonFile: typeof real.openJsonFile = (path, ...rest) => {
    opened.push(basename(path))
    return real.openJsonFile(path, ...rest)
  }
  return { ...real, openJsonFile }
})

// The schema of a kept file is fixed with its version: `shapes/NAME.VERSION.json` is written once. For a schema
// change, give the file its next version and a migration, add a folder to `corpus/`, and run this test with
// WRITE_SHAPES=1.

const shapes: readonly (readonly [name: string, version: number, schema: z.ZodType])[] = [
  ...keptFiles.map(({ name, version, schema }) => [name.replace('.json', ''), version, schema] as const),
  ['settings', settingsVersion, settingsFields],
  ['known-records-header', persistedHeaderSchema.shape.version.value, persistedHeaderSchema],
  ['known-records-row', persistedHeaderSchema.shape.version.value, persistedRecordSchema],
  ['stocktake-header', stocktakeVersion, stocktakeHeaderSchema],
  ['stocktake-line', stocktakeVersion, stocktakeLineSchema],
  ['used-orders-header', usedOrdersVersion, usedHeaderSchema],
  ['used-orders-line', usedOrdersVersion, usedLineSchema],
  ['account-record', accountRecordSchema.shape.version.value, accountRecordSchema],
  ['lock-profile', profileVersion, lockProfileSchema],
  ['journal', formatVersion, recordSchema],
]

const textOf = (schema: z.ZodType): string =>
  `${JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), null, 1)}\n`

describe('the schema of a kept file', () => {
  it.each(shapes)('%s does not change without a new version (%i)', async (name, version, schema) => {
    const path = join(import.meta.dirname, 'corpus', 'shapes', `${name}.${version}.json`)
    if (!existsSync(path)) {
      expect(process.env['WRITE_SHAPES'], `${name} ${version} has no shape yet: see above`).toBe('1')
      await writeFile(path, textOf(schema))
    }
    expect(textOf(schema)).toBe(await readFile(path, 'utf8'))
  })
})

describe('the files of the user-data folder', () => {
  it('all have a fixed schema', async () => {
    const folder = await temporaryFolder()
    opened.length = 0
    await openStores(folder.path, createNotices(), openTestStore)
    await folder.remove()
    expect(opened.toSorted()).toEqual(keptFiles.map(({ name }) => name).sort())
  })
})
