import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { usualLabels } from '#shared/model/label'
import { freshOpening } from '#shared/model/opening'
import { recordSchema } from '../../src-main/journal/record'
import { formatVersion } from '../../src-main/journal/record-form'
import { lockProfileSchema, profileVersion } from '../../src-main/locks/profile'
import { knownHeaderSchema, knownRecordSchema } from '../../src-main/register/known-records-file'
import { settingsSchema } from '../../src-main/settings/settings'
import { noSettings } from '../../src-main/settings/settings-file'
import { keptFiles } from './support/kept-files'

// A kept file's shape is fixed with its version: `shapes/NAME.VERSION.json` is written once. Who changes a schema gives
// the file its next version and a migration, adds a folder to `corpus/`, and runs this with WRITE_SHAPES=1.

const settingsFields = settingsSchema({
  language: 'system',
  theme: 'system',
  railCollapsed: false,
  operatorIdentity: '',
  timeUnit: 'auto',
  operators: [],
  idleLockMinutes: 0,
  sound: true,
  chunkSize: 100,
  labels: usualLabels,
  queueHours: 24,
  opening: freshOpening,
})

const shapes: readonly (readonly [name: string, version: number, schema: z.ZodType])[] = [
  ...keptFiles.map(({ name, version, schema }) => [name.replace('.json', ''), version, schema] as const),
  ['settings-fields', noSettings.version, settingsFields],
  ['known-records-header', knownHeaderSchema.shape.version.value, knownHeaderSchema],
  ['known-records-row', knownHeaderSchema.shape.version.value, knownRecordSchema],
  ['lock-profile', profileVersion, lockProfileSchema],
  ['journal', formatVersion, recordSchema],
]

const textOf = (schema: z.ZodType): string =>
  `${JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), null, 1)}\n`

describe('the shape of a kept file', () => {
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
  it('are all among those whose shape is held', async () => {
    const source = await readFile(join(import.meta.dirname, '../../src-main/kept-files.ts'), 'utf8')
    const opened = [...source.matchAll(/opened\(\s*'([\w-]+\.json)'/g)].map(([, name]) => name)
    expect(opened.sort()).toEqual(keptFiles.map(({ name }) => name).sort())
    // Another way to open one would not be seen by this test.
    expect(source.match(/openJsonFile\(/g)).toHaveLength(opened.length - 1)
  })
})
