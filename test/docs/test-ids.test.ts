import { ESLint, Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'

const eslint = new ESLint()

/** The messages of the full configuration for this code in a renderer file. */
const saysOf = async (file: string, code: string): Promise<readonly string[]> => {
  const config = (await eslint.calculateConfigForFile(file)) as { rules?: Linter.RulesRecord }
  const rule = config.rules?.['no-restricted-syntax']
  return new Linter()
    .verify(
      code,
      [
        {
          files: ['**/*.ts'],
          languageOptions: { parser: tseslint.parser },
          rules: rule === undefined ? {} : { 'no-restricted-syntax': rule },
        },
      ],
      { filename: 'planted.ts' },
    )
    .map(({ message }) => message)
}
const files = [
  'src-renderer/planted.ts',
  'src-renderer/app/planted.ts',
  'src-renderer/features/help/Planted.vue',
]

describe('app code that queries a test ID', () => {
  it.each(files)('is a lint error in %s', async (file) => {
    for (const code of [
      "document.querySelector('[data-testid=confirm]')",
      'page.value?.querySelector<HTMLElement>(`[data-testid="card-${number}"]`)?.focus()',
      "target.closest('[data-testid=result]')",
      "[...document.querySelectorAll('[data-testid]')]",
    ]) {
      expect(await saysOf(file, code), code).toHaveLength(1)
    }
    expect(await saysOf(file, "document.querySelector('dialog[open]')")).toEqual([])
    expect(await saysOf(file, "const props = { 'data-testid': id }")).toEqual([])
  })
})
