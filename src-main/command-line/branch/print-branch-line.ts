import type { OutputLine } from '../protocol'
import type { commandTexts, Language } from '../texts'

export type BranchLine = Extract<OutputLine, { readonly type: 'branch' | 'join-file' | 'computer' }>

export const isBranchLine = (line: OutputLine): line is BranchLine =>
  line.type === 'branch' || line.type === 'join-file' || line.type === 'computer'

interface Helpers {
  readonly texts: (typeof commandTexts)[Language]
  readonly language: Language
  readonly columns: (...cells: readonly (string | null)[]) => string
  readonly timeOf: (ms: number) => string
}

/** A line about a branch as text. */
export const printBranchLine = (line: BranchLine, { texts, language, columns, timeOf }: Helpers): string => {
  const { label: orderLabel } = texts.order
  const { label, computerState } = texts.branch
  const labeled = (name: string, value: string) => `${name}${texts.colon}${columns(value)}`
  switch (line.type) {
    case 'branch':
      return labeled(label.branch, line.database)
    case 'join-file': {
      const words = [
        labeled(orderLabel.wordsEn, line.words.join(' ')),
        labeled(orderLabel.wordsZh, line.wordsZh.join(' ')),
      ]
      return [
        columns(line.computer, line.out),
        labeled(label.database, line.database),
        ...(language === 'zh' ? words.reverse() : words),
      ].join('\n')
    }
    case 'computer':
      return columns(
        line.name,
        computerState[line.state],
        line.lastSeenAt === null ? null : labeled(label.lastSeen, timeOf(line.lastSeenAt)),
      )
  }
}
