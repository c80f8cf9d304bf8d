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

const labeledBy =
  ({ texts, columns }: Helpers) =>
  (name: string, value: string): string =>
    `${name}${texts.colon}${columns(value)}`

const printStatus = (
  line: Extract<BranchLine, { readonly type: 'branch-status' }>,
  helpers: Helpers,
): string => {
  const { texts, columns, timeOf, explain } = helpers
  const { label, notShared, status } = texts.branch
  const labeled = labeledBy(helpers)
  const problem = line.problem === null ? [] : [explain(line.problem) ?? '']
  if (!line.joined) return [status.none, ...problem].join('\n')
  return [
    columns(line.computer, status[line.connected ? 'connected' : 'not-connected'], notShared(line.notShared)),
    labeled(label.database, line.database ?? ''),
    ...(line.lastSeenAt === null ? [] : [labeled(label.lastSeen, timeOf(line.lastSeenAt))]),
    ...problem,
  ].join('\n')
}

/** A line about a branch as text. */
export const printBranchLine = (line: BranchLine, helpers: Helpers): string => {
  const { texts, language, columns, timeOf } = helpers
  const { label: orderLabel } = texts.order
  const { label, computerState, sameComputer } = texts.branch
  const labeled = labeledBy(helpers)
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
      return printStatus(line, helpers)
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
