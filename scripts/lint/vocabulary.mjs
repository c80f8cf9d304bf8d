import { relative, sep } from 'node:path'
import { projectRoot } from '../util/paths.mjs'

// Words with a meaning only inside the project; docs/glossary.md has the words to use.

/** Words that may not be part of a name in the code or of the path of a source. */
export const bannedWords = [
  ...['door', 'doors', 'house', 'shelf', 'lanes', 'veil', 'haystack', 'armed', 'story'],
  ...['told', 'tells', 'telling', 'unsaid', 'calling', 'askable', 'lately', 'anew', 'anothers'],
  ...['sift', 'sifted', 'gather', 'intake', 'takers', 'backlog', 'leavings', 'linger', 'tidy', 'walked'],
  ...['trouble', 'troubles', 'doubts', 'doubtful', 'unwell', 'lack', 'befall', 'rested', 'unmeant'],
  ...['stoppers', 'registrar', 'refuser', 'surroundings', 'practice', 'young', 'licences', 'colours'],
]

/** Words that may not be part of the path of a source; inside a name they can be right. */
export const bannedPathWords = [
  ...['tray', 'bench', 'course', 'verdict', 'refusal', 'lost', 'people', 'given', 'said', 'strip'],
]

const inNames = new Set(bannedWords)
const inPaths = new Set([...bannedWords, ...bannedPathWords])

/** @param {string} name */
const wordsOf = (name) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/)

/**
 * @param {string} text
 * @param {(context: import('eslint').Rule.RuleContext, report: (node: import('estree').Node, word: string) => void) => import('eslint').Rule.RuleListener} create
 * @returns {import('eslint').Rule.RuleModule}
 */
const wordRule = (text, create) => ({
  meta: { type: 'suggestion', schema: [], messages: { word: `“{{word}}” is no word for a ${text}.` } },
  create: (context) =>
    create(context, (node, word) => context.report({ node, messageId: 'word', data: { word } })),
})

const paths = wordRule('path; see docs/glossary.md', (context, report) => ({
  Program: (node) => {
    const path = relative(projectRoot, context.filename).split(sep).join('/')
    for (const word of wordsOf(path)) if (inPaths.has(word)) report(node, word)
  },
}))

const names = wordRule('name; see docs/glossary.md', (_context, report) => ({
  Identifier: (node) => {
    for (const word of wordsOf(node.name)) if (inNames.has(word)) report(node, word)
  },
}))

const plugins = { vocabulary: { rules: { paths, names } } }

/**
 * The blocks for eslint.config.js.
 * @returns {import('eslint').Linter.Config[]}
 */
export const vocabularyBlocks = () => [
  { plugins, rules: { 'vocabulary/names': 'error' } },
  { files: ['src-*/**'], rules: { 'vocabulary/paths': 'error' } },
]
