import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import whole from '../../eslint.config.js'

/**
 * The project's rules without those that ask for types, which take most of the time. `npm run lint` and the suite
 * `lint` of `npm run test:more` check all rules.
 */
export default defineConfig(
  whole,
  {
    extends: [tseslint.configs.disableTypeChecked],
    // A directive may be for a rule that does not run here.
    linterOptions: { reportUnusedDisableDirectives: 'off' },
  },
  { files: ['**/*.vue'], languageOptions: { parserOptions: { parser: tseslint.parser } } },
)
