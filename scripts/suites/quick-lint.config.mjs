import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import whole from '../../eslint.config.js'

/**
 * The project's rules without type-aware rules for components. For each .vue file, type information takes two
 * thirds of the whole lint time, because the whole program is inferred again. `npm run lint` and the suite
 * `components` of `npm run test:more` check these rules.
 */
export default defineConfig(whole, {
  files: ['**/*.vue'],
  extends: [tseslint.configs.disableTypeChecked],
  languageOptions: { parserOptions: { parser: tseslint.parser } },
  linterOptions: { reportUnusedDisableDirectives: 'off' },
})
