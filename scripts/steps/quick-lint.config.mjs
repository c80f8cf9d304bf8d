import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import whole from '../../eslint.config.js'

/**
 * The house's rules, but for those that ask for types inside of components: the project service takes the script of
 * a .vue file for a changed file and infers the whole program anew for each (two thirds of all the time). What is
 * left out here, `npm run lint` and the stage `components` of `npm run test:more` look at.
 */
export default defineConfig(whole, {
  files: ['**/*.vue'],
  extends: [tseslint.configs.disableTypeChecked],
  languageOptions: { parserOptions: { parser: tseslint.parser } },
  linterOptions: { reportUnusedDisableDirectives: 'off' },
})
