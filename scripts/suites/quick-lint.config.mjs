import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import whole from '../../eslint.config.js'

/**
 * The project's rules without type-aware rules for components, for which the type check has to read the whole
 * program once more. `npm run lint` and the suite `components` of `npm run test:more` check these rules.
 */
export default defineConfig(whole, {
  files: ['**/*.vue'],
  extends: [tseslint.configs.disableTypeChecked],
  languageOptions: { parserOptions: { parser: tseslint.parser } },
  linterOptions: { reportUnusedDisableDirectives: 'off' },
})
