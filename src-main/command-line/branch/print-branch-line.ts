import type { OutputLine } from '../protocol'
import type { commandTexts, Language } from '../texts'

export type BranchLine = Extract<
  OutputLine,
  { readonly type: 'branch' | 'join-file' | 'computer' | 'branch-status' | 'changed-end' }
>

export const isBranchLine = (line: OutputLine): line is BranchLine =>
  line.type === 'branch' ||
  line.type === 'join-file' ||
  line.type === 'computer' ||
  line.type === 'branch-status' ||
  line.type === 'changed-end'

interface Helpers {
  readonly texts: (typeof commandTexts)[Language]
  readonly language: Language
  readonly columns: (...cells: readonly (string | null)[]) => string
  readonly timeOf: (ms: number) => string
  readonly explain: (reason: string | null) => string | null
}

/** A line about a branch as text. */
export const printBranchLine = (
  line: BranchLine,
  { texts, language, columns, timeOf, explain }: Helpers,
): string => {
  const { label: orderLabel } = texts.order
  const { label, computerState, notShared, sameComputer, status } = texts.branch
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
        ...(line.sameComputer === true ? [sameComputer] : []),
      ].join('\n')
    }
    case 'branch-status':
      if (!line.joined)
        return [status.none, ...(line.problem === null ? [] : [explain(line.problem) ?? ''])].join('\n')
      return [
        columns(
          line.computer,
          status[line.connected ? 'connected' : 'not-connected'],
          notShared(line.notShared),
        ),
        labeled(label.database, line.database ?? ''),
        ...(line.lastSeenAt === null ? [] : [labeled(label.lastSeen, timeOf(line.lastSeenAt))]),
        ...(line.problem === null ? [] : [explain(line.problem) ?? '']),
      ].join('\n')
    case 'changed-end':
      return columns(
        line.computer ?? texts.order.otherComputer,
        texts.branch.changedEnd[line.what],
        [line.before, line.now].map(({ n, hash }) => `${n} ${hash.slice(0, 12)}`).join(' → '),
      )
    case 'computer':
      return columns(
        line.name,
        computerState[line.state],
        line.lastSeenAt === null ? null : labeled(label.lastSeen, timeOf(line.lastSeenAt)),
      )
  }
}
