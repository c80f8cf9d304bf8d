'use strict'

// vue-tsc accepts any type between `{{` and `}}`. With this plugin it accepts only what `shownInTemplate` of
// src-renderer/names/template-texts.d.ts takes, so that a name without `shownName` does not compile in a template either.

/** @type {import('@vue/language-core').VueLanguagePlugin} */
module.exports = ({ modules }) => {
  const { forEachInterpolationNode } = modules['@vue/language-core']

  /**
   * Where the expressions begin, with the spaces before them.
   * @param {import('@vue/compiler-dom').RootNode} ast @param {string} content
   */
  const startsIn = (ast, content) =>
    new Set(
      Array.from(forEachInterpolationNode(ast), (node) => {
        const start = node.content.loc.start.offset
        return content.slice(0, start).trimEnd().length
      }),
    )

  return {
    name: 'check-interpolations',
    version: 2.2,
    resolveEmbeddedCode: (_fileName, { template }, { id, content }) => {
      if (!id.startsWith('script_') || template?.ast === undefined) return
      const starts = startsIn(template.ast, template.content)
      for (const [at, segment] of content.entries()) {
        const next = content[at + 1]
        if (segment === '(' && Array.isArray(next) && next[1] === 'template' && starts.has(next[2]))
          content[at] = 'shownInTemplate('
      }
    },
  }
}
