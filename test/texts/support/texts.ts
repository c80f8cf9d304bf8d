import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { zh } from '../../../src-renderer/i18n/chinese'
import { en } from '../../../src-renderer/i18n/messages'

export type Language = 'en' | 'zh'

/** A text of the user interface, and its origin: a text key, or a file with its line. */
export interface Text {
  readonly place: string
  readonly text: string
}

const leaves = (tree: object, path: string): Text[] =>
  Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string'
      ? value.split(' | ').map((text) => ({ place: `${path}${key}`, text }))
      : leaves(value as object, `${path}${key}.`),
  )

/** The texts of the pages; each plural form is a separate text. */
export const screenTexts = (language: Language): Text[] => leaves(language === 'en' ? en : zh, '')

const han = /\p{Script=Han}/u

const literals = (file: string): Text[] => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Text[] = []
  const add = (node: ts.Node, text: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    found.push({ place: `${file}:${line + 1}`, text })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text)
    else if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map(({ literal }) => `{}${literal.text}`)
      add(node, node.head.text + spans.join(''))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))

/** Files with texts: they contain Chinese, or their name says that they have texts of one language. */
const filesWithTexts = (): string[] =>
  ['src-main', 'src-renderer/features', 'src-shared', 'src-service/docs']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.ts'))
    .filter(
      (file) => /-(en|zh|texts)\.ts$|manifest-\w+\.ts$/.test(file) || han.test(readFileSync(file, 'utf8')),
    )

/** Texts in code: system dialogs, menus, order summaries, codes, the service's page. */
export const codeTexts = (language: Language): Text[] =>
  filesWithTexts()
    .flatMap(literals)
    // Scripts for the page are no texts; a single English word may be an identifier.
    .filter(({ text }) => !text.includes('=>'))
    .filter(({ text }) =>
      language === 'zh' ? han.test(text) : !han.test(text) && text.includes(' ') && /[a-z]/.test(text),
    )

/** The lines of a page, without code. */
const linesOf = (file: string): Text[] => {
  let isCode = false
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => {
      if (line.startsWith('```')) isCode = !isCode
      const text = line.replaceAll(/`[^`]*`|\]\([^)]*\)|\{#[a-z-]+\}|<!--.*?-->|\*\*|_|^#+|\[/g, '')
      return isCode || line.startsWith('```') ? [] : [{ place: `${file}:${at + 1}`, text }]
    })
}

export const guideTexts = (language: Language): Text[] =>
  filesIn(`resources/guide/${language}`, '.md').flatMap(linesOf)

/** The pages of the repository. The glossary names the banned words. */
export const pageTexts = (): Text[] =>
  ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...filesIn('docs', '.md')]
    .filter((file) => file !== join('docs/glossary.md'))
    .flatMap(linesOf)

export const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?:;]["”)]?)\s+(?=["“{(]?[\p{L}\p{N}{])|\n/u).filter((sentence) => sentence.trim() !== '')

/** Words for counting: a placeholder in braces is one, a dash or sign is none. */
export const wordsOf = (sentence: string): string[] =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}{]/u.test(word))

export const chineseSentencesOf = (text: string): string[] => text.split(/[。！？；：\n]/)

export const charactersOf = (sentence: string): number => sentence.match(/\p{Script=Han}/gu)?.length ?? 0
