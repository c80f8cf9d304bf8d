import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '#shared/model/api/limits'
import { licenseTypes } from '#shared/model/api/license-types'
import { changingOperationIds, operationIds } from '#shared/operations'
import { maxSizeRatio } from '../../scripts/package/make-packages.mjs'
import { fallbackVersion } from '../../scripts/setup/electron/fallback-electron.mjs'
import { maxIdleMs } from '../../src-main/platform/transport/fresh-connection'
import { minWorkerBytes } from '../../src-main/platform/response/response-parser'
import { pageSize } from '../../src-main/directory/read-employees'
import { maxDelayMs } from '../../src-service/training/faults'

const { engines, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  engines: { node: string }
  devDependencies: Record<string, string>
}
const node = engines.node.replace('>=', '')
const inWords: Readonly<Record<number, string>> = { 1: 'a', 10: 'ten' }

/** Sentences with a number, filled from the code. */
const stated: readonly (readonly [page: string, sentence: string])[] = [
  ['README.md', `With Node ${node} or newer`],
  ['README.md', `the platform's ${operationIds.length} operations`],
  ['docs/commands.md', `Node ${node} or newer`],
  ['docs/api.md', `through ${operationIds.length} HTTP operations`],
  ['docs/api.md', `at most ${limits.employeesPerCall} employees`],
  ['docs/api.md', `a string of ${limits.shellNumberDigits} digits`],
  ['docs/api-gaps.md', `${pageSize} a page`],
  ['docs/licensing-service.md', `at most ${inWords[maxDelayMs / 60_000]} minutes`],
  ['docs/packaging-and-updates.md', `above ${maxSizeRatio} times a bare Electron`],
  ['docs/packaging-and-updates.md', `Electron ${fallbackVersion}`],
  ['docs/decisions/0011-fallback-electron.md', `Electron ${fallbackVersion}`],
  ['docs/decisions/0016-long-responses-thread.md', `from ${minWorkerBytes / 1024} KB`],
  ['docs/decisions/0017-next-connection-ahead.md', `closed after ${inWords[maxIdleMs / 1000]} second`],
  [
    'docs/decisions/0033-vue-router-4.md',
    `Version ${/\d+/.exec(devDependencies['vue-router'] ?? '')?.[0]} until`,
  ],
]

const flat = (path: string): string => readFileSync(path, 'utf8').replace(/\s+/g, ' ')

describe('numbers stated in pages', () => {
  it.each(stated)('%s: %s', (page, sentence) => expect(flat(page)).toContain(sentence))

  it('include the number of changing operations and license types, where tables list the rest', () => {
    const rowsUnder = (page: string, mark: string) =>
      (
        new RegExp(`<!-- generated: ${mark} -->([\\s\\S]*?)<!-- end -->`).exec(
          readFileSync(page, 'utf8'),
        )?.[1] ?? ''
      )
        .split('\n')
        .filter((line) => line.startsWith('| `')).length
    expect(rowsUnder('docs/changes-and-recovery.md', 'read back')).toBe(changingOperationIds.length)
    expect(rowsUnder('docs/api.md', 'license types')).toBe(Object.keys(licenseTypes).length)
  })
})
