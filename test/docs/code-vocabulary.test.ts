import { ESLint, Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import { bannedPathWords, bannedWords } from '../../scripts/lint/vocabulary.mjs'

const eslint = new ESLint()
const linter = new Linter()
const rules = ['vocabulary/names', 'vocabulary/paths']

/** What the rules find in this code in this file, by the project's own configuration. */
const problemsIn = async (file: string, code: string): Promise<readonly Linter.LintMessage[]> => {
  const { rules: all = {}, plugins = {} } = (await eslint.calculateConfigForFile(file)) as Linter.Config
  const selected = Object.fromEntries(rules.map((name) => [name, all[name] ?? 'off']))
  const config = {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins,
    rules: selected,
  }
  return linter.verify(code, [config], { filename: file })
}
const rejectedBy = async (file: string, code: string): Promise<readonly (string | null)[]> =>
  (await problemsIn(file, code)).map(({ ruleId }) => ruleId)

const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`

describe('the words of the code', () => {
  it('rejects each banned word in a name, wherever it stands in it', async () => {
    const names = bannedWords.flatMap((word) => [
      word,
      capital(word),
      `open${capital(word)}`,
      `${word}Of`,
      `${word}_X`,
    ])
    for (const file of [
      'src-main/planted.ts',
      'src-renderer/app/planted.ts',
      'scripts/planted.ts',
      'test/planted.ts',
    ]) {
      const code = names.map((name) => `export const ${name} = 1\n`).join('')
      const found = await problemsIn(file, code)
      expect(
        found.map(({ line, ruleId }) => [names[line - 1], ruleId]),
        file,
      ).toEqual(names.map((name) => [name, 'vocabulary/names']))
    }
  })

  it('rejects each banned word in the path of a source', async () => {
    for (const word of [...bannedWords, ...bannedPathWords]) {
      for (const file of [`src-main/${word}/planted.ts`, `src-shared/model/planted-${word}.ts`]) {
        expect(await rejectedBy(file, 'export const planted = 1'), file).toEqual(['vocabulary/paths'])
      }
    }
  })

  it('accepts the words of the glossary', async () => {
    expect(await rejectedBy('src-main/locks/simulator/row.ts', 'export const simulator = 1')).toEqual([])
  })
})
