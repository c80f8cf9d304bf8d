import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '../util/paths.mjs'

/** A page of this repository; `docs/linux/…` is one of another project. */
const page = /(?<![\w*./])(?!docs\/linux\/)((?:[\w-]+\/)*[A-Za-z][\w-]*\.md)\b/g

/** @type {import('eslint').Rule.RuleModule} */
const pages = {
  meta: { type: 'problem', schema: [], messages: { page: 'There is no page {{name}}.' } },
  create: (context) => ({
    Program: () => {
      const { filename, sourceCode } = context
      for (const { value, loc } of sourceCode.getAllComments()) {
        for (const [, name = ''] of value.matchAll(page)) {
          const isThere = [projectRoot, dirname(filename)].some((folder) => existsSync(join(folder, name)))
          if (!isThere && loc) context.report({ loc, messageId: 'page', data: { name } })
        }
      }
    },
  }),
}

/**
 * The blocks for eslint.config.js: a comment names only pages that exist.
 * @returns {import('eslint').Linter.Config[]}
 */
export const referenceBlocks = () => [
  { plugins: { references: { rules: { pages } } }, rules: { 'references/pages': 'error' } },
]
