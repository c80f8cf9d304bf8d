import { ESLint, Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import { bannedPathWords, bannedWords } from '../../scripts/lint/vocabulary.mjs'

const eslint = new ESLint()
const linter = new Linter()
const rules = ['vocabulary/names', 'vocabulary/paths']

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

const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`

describe('the words of the code', () => {
  it('rejects each banned word in a name, wherever it stands in it', async () => {
    for (const file of [
      'src-main/planted.ts',
      'src-renderer/app/planted.ts',
      'scripts/planted.ts',
      'test/planted.ts',
    ]) {
      for (const word of bannedWords) {
        for (const name of [word, capital(word), `open${capital(word)}`, `${word}Of`, `${word}_X`]) {
          expect(await rejectedBy(file, `export const ${name} = 1`), `${name} in ${file}`).toEqual([
            'vocabulary/names',
          ])
        }
      }
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
