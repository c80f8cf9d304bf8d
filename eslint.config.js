import globals from 'globals'
import eslint from '@eslint/js'
import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/**
 * Which rooms a room may not import from; everything else follows. The rule is checked on the import's text,
 * so rooms are reached by relative paths, or `#shared/…` for src-shared.
 * @param {string[]} doors
 * @returns {import('eslint').Linter.RulesRecord}
 */
const closedTo = (...doors) => ({
  'no-restricted-imports': [
    'error',
    {
      patterns: doors.map((door) => ({
        regex: door,
        message: 'This room may not import that one; see “A map of the house” in README.md.',
      })),
    },
  ],
})
const otherPrograms = (/** @type {string[]} */ ...names) => `/src-(${names.join('|')})/`
const electron = '^electron(/.*)?$'

export default defineConfig(
  { ignores: ['out/**', 'node_modules/**', 'test/**/corpus/**'] },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  vue.configs['flat/recommended'],
  {
    languageOptions: {
      globals: { ...globals.es2023 },
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.vue'],
      },
    },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      // Data of unknown shape is read with brackets, as TypeScript's own option wants it.
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: tseslint.parser }, globals: globals.browser },
    rules: {
      'vue/no-v-html': 'error',
      // An optional prop is undefined where it is not given; TypeScript sees to that.
      'vue/require-default-prop': 'off',
      'vue/multi-word-component-names': 'off',
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
    },
  },
  // The rooms and who may import whom.
  {
    files: ['src-shared/**'],
    rules: closedTo('^node:', electron, '^vue', otherPrograms('main', 'preload', 'renderer', 'service')),
  },
  {
    files: ['src-preload/**'],
    rules: closedTo('^node:', 'zod', '-schema$', otherPrograms('main', 'renderer', 'service')),
  },
  {
    files: ['src-renderer/**'],
    rules: closedTo('^node:', electron, otherPrograms('main', 'preload', 'service')),
  },
  {
    files: ['src-service/**'],
    rules: closedTo(electron, '^vue', otherPrograms('main', 'preload', 'renderer')),
  },
  {
    // Only the composition root, the window and adapters named `electron-…` may take values from electron.
    files: ['src-main/**'],
    ignores: [
      'src-main/{launch,main,house,open-house}.ts',
      'src-main/session/**',
      'src-main/window/**',
      'src-main/**/electron-*.ts',
      'src-main/ipc/**',
    ],
    rules: closedTo(electron, '/(ipc|window)/', '^vue', otherPrograms('preload', 'renderer', 'service')),
  },
  {
    // One platform's parts are put together here, as the house's are in open-house.ts.
    files: ['src-main/session/**', 'src-main/house.ts'],
    rules: closedTo(electron, '^vue', otherPrograms('preload', 'renderer', 'service')),
  },
  {
    files: ['src-main/platform/**'],
    ignores: ['src-main/**/electron-*.ts'],
    rules: closedTo(electron, '/(ipc|window|journal|locks|desk)/', otherPrograms('renderer', 'service')),
  },
  {
    files: ['src-main/locks/**'],
    ignores: ['src-main/**/electron-*.ts'],
    rules: closedTo(electron, '/(ipc|window|journal|platform|desk)/', otherPrograms('renderer', 'service')),
  },
  {
    files: ['src-main/register/**'],
    rules: closedTo(electron, '/(ipc|window|journal|locks|desk)/', otherPrograms('renderer', 'service')),
  },
  {
    files: ['src-main/journal/**'],
    rules: closedTo(electron, '/(ipc|window|locks|platform|desk)/', otherPrograms('renderer', 'service')),
  },
  {
    files: ['scripts/**', 'test/**', 'src-service/main.ts', 'src-main/call.ts', '*.config.*'],
    languageOptions: { globals: globals.node },
    rules: { 'no-console': 'off' },
  },
  {
    files: ['test/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  prettier,
)
