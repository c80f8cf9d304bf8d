import { ESLint, Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import { bannedNames, bannedPathWords } from '../../scripts/lint/vocabulary.mjs'

const eslint = new ESLint()
const linter = new Linter()
const rules = ['id-denylist', 'vocabulary/file-names']

/** The rules that reject this code in this file, by the project's own configuration. */
const rejectedBy = async (file: string, code: string): Promise<readonly (string | null)[]> => {
  const { rules: all = {}, plugins = {} } = (await eslint.calculateConfigForFile(file)) as Linter.Config
  const selected = Object.fromEntries(rules.map((name) => [name, all[name] ?? 'off']))
  const config = {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins,
    rules: selected,
  }
  return linter.verify(code, [config], { filename: file }).map(({ ruleId }) => ruleId)
}

describe('the words of the code', () => {
  it.each(Object.keys(bannedNames))('rejects the identifier %s', async (name) => {
    for (const file of [
      'src-main/planted.ts',
      'src-renderer/app/planted.ts',
      'scripts/planted.ts',
      'test/planted.ts',
    ]) {
      expect(await rejectedBy(file, `export const ${name} = 1`), file).toEqual(['id-denylist'])
    }
  })

  it.each(bannedPathWords)('rejects “%s” in the path of a source', async (word) => {
    for (const file of [`src-main/${word}/planted.ts`, `src-shared/model/planted-${word}.ts`]) {
      expect(await rejectedBy(file, 'export const planted = 1'), file).toEqual(['vocabulary/file-names'])
    }
  })

  it('accepts the words of the glossary', async () => {
    expect(await rejectedBy('src-main/locks/simulator/row.ts', 'export const simulator = 1')).toEqual([])
  })
})
