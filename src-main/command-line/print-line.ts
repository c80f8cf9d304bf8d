import { businessCodes, isBusinessCode } from '#shared/model/api/business-codes'
import { groupShellNumber } from '#shared/model/locks/shell-number'
import { visibleText } from '#shared/model/visible-text'
import * as explanationsEn from '#shared/texts/explanations-en'
import * as explanationsZh from '#shared/texts/explanations-zh'
import { usbId } from '#shared/usb-id'
import { isBranchLine, printBranchLine } from './branch/print-branch-line'
import type { BranchLine } from './branch/print-branch-line'
import type { OutputLine, RowLine } from './protocol'
import { isOrderLine, printOrderLine } from './work-orders/print-order-line'
import type { OrderLine } from './work-orders/print-order-line'
import { commandTexts } from './texts'
import type { Language } from './texts'

const explanations = { en: explanationsEn, zh: explanationsZh }

type LineOf<Type extends OutputLine['type']> = Extract<OutputLine, { readonly type: Type }>

type Texts = Readonly<Record<string, unknown>>
const textFor = (texts: object, name: string): unknown =>
  Object.hasOwn(texts, name) ? (texts as Texts)[name] : undefined

/** What happened and the next step, in the words of the window; the code itself where there are none. */
const explain = (code: string, businessCode: string | null, language: Language): string => {
  const { failure, reason } = explanations[language]
  const { failure: commandFailure, rowReason, gap } = commandTexts[language]
  if (businessCode !== null && isBusinessCode(businessCode)) {
    const { what, next } = businessCodes[businessCode][language]
    return `${what}${gap}${next}`
  }
  const text = textFor(commandFailure, code) ?? textFor(rowReason, code)
  if (typeof text === 'string') return text
  const found = (textFor(failure, code) ?? textFor(reason, code)) as
    { readonly what: string; readonly next: string } | undefined
  return found === undefined ? code : `${found.what}${gap}${found.next}`
}

/** Texts of files and of the platform must not move the cursor or look like another line or column. */
const joinColumns = (...cells: readonly (string | null)[]): string =>
  cells
    .flatMap((cell) =>
      cell === null || cell === ''
        ? []
        : visibleText(cell)
            .replace(/[\s\p{DI}]+/gu, ' ')
            .trim(),
    )
    .join('  ')

/** Why a job stopped itself is a message of its own; in Chinese, the rows above have the details. */
const errorText = ({ code, message, businessCode }: LineOf<'error'>, language: Language): string => {
  const isStop = code === 'first-failed' || code === 'many-failed'
  if (!isStop) return explain(code, businessCode, language)
  return language === 'en' ? joinColumns(message) : commandTexts.zh.jobStop[code]
}

const timeOf = (ms: number): string => {
  const at = new Date(ms)
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

export interface Printed {
  readonly text: string
  /** Errors go to standard error. */
  readonly isError: boolean
}

/** Output in a language; `counts` are the rows by state so far. */
interface Printing {
  readonly language: Language
  readonly texts: (typeof commandTexts)[Language]
  readonly counts: ReadonlyMap<RowLine['state'], number>
}

const reasonText = (reason: string | null, businessCode: string | null, language: Language): string | null =>
  reason === null ? null : explain(reason, businessCode, language)

const actionText = (action: string, { action: names }: Printing['texts']): string =>
  action === 'disable' || action === 'enable' ? names[action] : action

/** The readable number of a device, or why it has none. */
const readingText = (line: LineOf<'device'>, { reading }: Printing['texts']): string => {
  if (line.number !== null) return groupShellNumber(line.number)
  return reading[line.state === 'failed' ? (line.reason ?? 'unreadable') : 'reading']
}

const printLock = (line: LineOf<'lock'>, { texts }: Printing): string => {
  if (line.state !== 'found') return joinColumns(line.number, texts.lockNot[line.state])
  return line.records
    .map(({ states, assetNum, enterpriseName, enterpriseGlobalId, employee }) =>
      joinColumns(
        line.number,
        states.map((state) => texts.lockState[state]).join(texts.separator),
        assetNum,
        enterpriseName ?? enterpriseGlobalId,
        employee ?? texts.unassigned,
      ),
    )
    .join('\n')
}

const printJob = (line: LineOf<'job'>, { texts }: Printing): string => {
  const counts = [
    ['completed', line.completed],
    ['failed', line.failed],
    ['not-sent', line.notSent + line.waiting],
    ['unconfirmed', line.unconfirmed],
  ] as const
  return joinColumns(
    timeOf(line.requestedAt),
    actionText(line.action, texts),
    texts.jobState[line.state],
    texts.rows(line.rows),
    counts.flatMap(([state, n]) => (n === 0 ? [] : [texts.count(state, n)])).join(texts.separator),
    line.operator,
    line.platform,
  )
}

const printChange = (line: LineOf<'change'>, { texts }: Printing): string =>
  joinColumns(
    timeOf(line.requestedAt),
    actionText(line.action, texts),
    line.key,
    line.state === 'waiting' ? texts.rowState['not-sent'] : texts.rowState[line.state],
    line.operator,
    line.enterpriseName,
  )

const printJournal = (line: LineOf<'journal'>, { texts }: Printing): string => {
  const state = line.isIntact ? texts.intact : texts.damaged(line.damagedLines)
  const { missingSignatures: missing, changedSignatures: changed } = line
  const signatures = missing + changed === 0 ? '' : `${texts.gap}${texts.signatures(missing, changed)}`
  return `${texts.journal(line.records, line.jobs)}${texts.gap}${state}${signatures}\n${line.head.n} ${line.head.hash}`
}

const printPolicy = (line: LineOf<'policy'>, { texts }: Printing): string => {
  const keys = Object.entries(line.keys).map(([key, value]) => joinColumns(key, JSON.stringify(value)))
  const source = line.source === null ? texts.policyNone : joinColumns(line.source, line.problem)
  return [source, ...keys, texts.changesAllowed(line.changesAllowed)].join('\n')
}

const printError = (line: LineOf<'error'>, { language, texts }: Printing): string => {
  const places = [
    ...(line.line === null ? [] : [texts.line(line.line)]),
    ...(line.place === null ? [] : [texts.order.place(joinColumns(line.place))]),
  ]
  const place = places.map((one) => `${one}${texts.colon}`).join('')
  return `lock-desk: ${place}${errorText(line, language)}`
}

const printers: {
  readonly [Type in Exclude<OutputLine, OrderLine | BranchLine>['type']]: (
    line: LineOf<Type>,
    printing: Printing,
  ) => string | null
} = {
  device: (line, { texts }) =>
    joinColumns(
      readingText(line, texts),
      line.product,
      usbId(line),
      line.source === 'simulated' ? texts.simulated : null,
    ),
  lock: printLock,
  row: (line, { language, texts }) =>
    joinColumns(
      line.number,
      texts.rowState[line.state],
      reasonText(line.reason, line.businessCode, language),
    ),
  job: printJob,
  change: printChange,
  journal: printJournal,
  policy: printPolicy,
  version: (line) => line.version,
  error: printError,
  result: (_line, { texts, counts }) =>
    counts.size === 0 ? null : [...counts].map(([state, n]) => texts.count(state, n)).join(texts.separator),
}

/** A line of output as text; null if it has none. */
export const printLine = (
  line: OutputLine,
  language: Language,
  counts: ReadonlyMap<RowLine['state'], number>,
): Printed | null => {
  const texts = commandTexts[language]
  const explainReason = (reason: string | null, businessCode: string | null) =>
    reasonText(reason, businessCode, language)
  if (isOrderLine(line)) {
    const text = printOrderLine(line, {
      texts,
      language,
      columns: joinColumns,
      timeOf,
      explain: explainReason,
    })
    return { text, isError: false }
  }
  if (isBranchLine(line)) {
    const explainProblem = (reason: string | null) => explainReason(reason, null)
    const text = printBranchLine(line, {
      texts,
      language,
      columns: joinColumns,
      timeOf,
      explain: explainProblem,
    })
    return { text, isError: false }
  }
  // The table gives each type of line its own printer.
  const print = printers[line.type] as (line: OutputLine, printing: Printing) => string | null
  const text = print(line, { language, texts, counts })
  return text === null ? null : { text, isError: line.type === 'error' }
}
