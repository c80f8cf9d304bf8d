import { readFileSync } from 'node:fs'

export interface Term {
  readonly english: readonly string[]
  readonly chinese: readonly string[]
  /** Words not to use for it. */
  readonly not: readonly string[]
  /** Whether the word is a term of the platform's API. */
  readonly isOfApi: boolean
}

const words = (cell: string): string[] =>
  cell
    .split(/[,，]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** Reads the terms of docs/glossary.md, table by table. Throws for a malformed row. */
export const readGlossary = (text = readFileSync('docs/glossary.md', 'utf8')): Term[] =>
  text.split('\n').flatMap((line) => {
    if (!line.startsWith('|') || /^\| (English|-)/.test(line)) return []
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const [english = '', chinese = '', not = ''] = cells
    if (cells.length !== 3 || english === '' || chinese === '') throw new Error(`glossary: “${line}”`)
    return [
      {
        english: words(english.replaceAll(/\\?\*/g, '')),
        chinese: words(chinese),
        not: words(not),
        isOfApi: english.includes('*'),
      },
    ]
  })

const lists = { anywhere: 'anywhere:', screen: 'screen and guide:', chinese: '界面和帮助：' } as const

/** Reads the lists of banned words in docs/glossary.md by scope. Throws if a list is missing. */
export const readBannedWords = (
  text = readFileSync('docs/glossary.md', 'utf8'),
): Readonly<Record<keyof typeof lists, string[]>> => {
  const listAfter = (name: string): string[] => {
    const [, rest = ''] = text.split(`\n- ${name}`)
    const [list = ''] = rest.split(/\n(?! {2})/)
    const banned = words(list.replaceAll(/\s+/g, ' '))
    if (banned.length === 0) throw new Error(`glossary: no list “${name}”`)
    return banned
  }
  return {
    anywhere: listAfter(lists.anywhere),
    screen: listAfter(lists.screen),
    chinese: listAfter(lists.chinese),
  }
}
