import { affectedSentences } from '#shared/model/changes/affected'
import type { Affected } from '#shared/model/changes/affected'
import { groupShellNumber, shellNumberIn } from '#shared/model/locks/shell-number'
import type { HighImpact, LoanToConfirm, NamedItem, Revocation } from '../../changes/high-impact'
import type { Language } from './ask'
import { impactTextsEn } from './high-impact-en'
import type { ImpactTexts } from './high-impact-en'
import { impactTextsZh } from './high-impact-zh'
import { idText, joinTexts, joinLines, quoted, text as template, changeWordsText } from './dialog-text'
import type { DialogText } from './dialog-text'

export interface ConfirmationText {
  /** The action and its count. */
  readonly message: DialogText
  /** The consequence, and warnings with numbers. */
  readonly detail: DialogText
  /** The confirming button: the message without its question mark. */
  readonly yes: DialogText
}

type ImpactOf<Kind extends HighImpact['kind']> = Extract<HighImpact, { kind: Kind }>

/** What an action does; lines that are null are left out. */
type ExplainedAction = readonly [action: DialogText, lines: readonly (DialogText | null)[]]

const shownNumber = (assetNum: string): DialogText => {
  const shellNumber = shellNumberIn(assetNum)
  if (shellNumber === null) return idText(assetNum)
  return joinTexts(groupShellNumber(shellNumber).split(' ').map(idText), template` `)
}

const itemText = (text: ImpactTexts, { name, ids: fields }: NamedItem): DialogText => {
  const ids = fields.map(({ field, value }) => template`${text.idField(field)} ${idText(value)}`)
  if (name !== null) return text.named(name, ids)
  return ids.length === 0 ? text.unnamed : text.ids(ids)
}

const furtherItems = (text: ImpactTexts, all: number, shown: number): DialogText[] =>
  all > shown ? [text.more(all - shown)] : []

const revocationLine = (text: ImpactTexts, revocation: Revocation): DialogText => {
  const { srcLicenseOrderId, customer, assets, assetNos, products, productCount } = revocation
  const names = [
    ...products.map((product) => itemText(text, product)),
    ...furtherItems(text, productCount, products.length),
  ]
  const numbers = text.numbers(assets, [
    ...assetNos.map(idText),
    ...furtherItems(text, assets, assetNos.length),
  ])
  const rest = names.length === 0 ? template`` : text.products(productCount, names)
  return template`${text.fromOrder(srcLicenseOrderId, itemText(text, customer))}${numbers}${rest}`
}

const loanLine = (text: ImpactTexts, loan: LoanToConfirm): DialogText => {
  const { borrowedUsbKey, assets, memberName, memberGlobalId, isNameListed } = loan
  const line = text.loan(shownNumber(borrowedUsbKey), assets, memberName, memberGlobalId)
  return isNameListed ? line : template`${line}${text.unlistedName}`
}

const explainLocks = (text: ImpactTexts, language: Language, impact: ImpactOf<'locks'>): ExplainedAction => {
  const { action, locks, enterprises, unlisted, isQueued } = impact
  const consequence = changeWordsText(language, action, 'consequence')
  const listed = locks - unlisted
  return [
    changeWordsText(language, action, 'title', locks),
    [
      isQueued ? text.queued(consequence) : consequence,
      listed === 0 ? null : text.listed(listed, enterprises),
      unlisted === 0 ? null : text.unlisted(unlisted),
    ],
  ]
}

const explainOrders = (text: ImpactTexts, language: Language, impact: ImpactOf<'order'>): ExplainedAction => {
  const { batches, orders, assets, revocations } = impact
  if (revocations.orders === 0)
    return [changeWordsText(language, 'order', 'title', orders), [text.submitted(orders, assets, batches)]]
  const others = orders - revocations.orders
  return [
    others === 0 ? text.revoke(revocations.orders) : text.submitAndRevoke(orders, revocations.orders),
    [
      text.revoked(revocations.orders, revocations.assets),
      others === 0 ? null : text.others(others, assets - revocations.assets),
      revocations.fromAllOrders === 0 ? null : text.withoutSource(revocations.fromAllOrders),
      ...revocations.first.map((revocation) => revocationLine(text, revocation)),
      ...furtherItems(text, revocations.orders, revocations.first.length),
    ],
  ]
}

const explain = (text: ImpactTexts, language: Language, impact: HighImpact): ExplainedAction => {
  switch (impact.kind) {
    case 'single-change': {
      const consequence = changeWordsText(language, impact.action, 'consequence')
      const first = text.first(shownNumber(impact.number), consequence)
      return [text.upToFifty(text.verbs[impact.action]), [first, text.recent(impact.recent)]]
    }
    case 'locks':
      return explainLocks(text, language, impact)
    case 'assign': {
      const { assets, assigned, withdrawn, employees } = impact
      const kind = withdrawn === 0 ? 'assign' : assigned === 0 ? 'withdraw' : 'reassign'
      return [
        changeWordsText(language, kind, 'title', assets),
        [text.reassigned(assigned, withdrawn, employees)],
      ]
    }
    case 'allocate':
      return [
        changeWordsText(language, 'allocate', 'title', impact.numbers),
        [changeWordsText(language, 'allocate', 'consequence')],
      ]
    case 'rows': {
      const { action, rows, enterprises } = impact
      return [
        changeWordsText(language, action, 'title', rows),
        [
          changeWordsText(language, action, 'consequence'),
          enterprises === 0 ? null : text.enterprises(enterprises),
        ],
      ]
    }
    case 'lend': {
      const { loans, assets, first } = impact
      const loanLines = [
        ...first.map((loan) => loanLine(text, loan)),
        ...furtherItems(text, loans, first.length),
      ]
      return [
        loans === 1 ? changeWordsText(language, 'lend', 'title', assets) : text.createLoans(loans, assets),
        [changeWordsText(language, 'lend', 'consequence'), ...loanLines],
      ]
    }
    case 'order':
      return explainOrders(text, language, impact)
    case 'continuous': {
      const verb = text.verbs[impact.action]
      return [
        text.continuous(verb, impact.locks),
        [changeWordsText(language, impact.action, 'eachLock'), text.stops],
      ]
    }
  }
}

/** What both confirmations say of the people. The first line has the numbers. */
const affectedLines = (
  text: ImpactTexts,
  { kind }: HighImpact,
  affected: Affected,
  language: Language,
): DialogText[] => {
  const [comma, stop, space] =
    language === 'zh' ? [template`，`, template`。`, template``] : [template`, `, template`.`, template` `]
  const [numbers, ...others] = affectedSentences(affected).map((phrases) => {
    const sentenceParts = phrases.map(({ key, n, kept }) =>
      kept === undefined
        ? changeWordsText(language, 'affected', key, n)
        : changeWordsText(language, 'affected', key, n, {
            name: quoted(kept.memberName),
            product: quoted(kept.product),
          }),
    )
    return template`${joinTexts(sentenceParts, comma)}${stop}`
  })
  const first = numbers === undefined ? [] : [kind === 'single-change' ? text.ofFirst(numbers) : numbers]
  return [...first, ...(others.length === 0 ? [] : [joinTexts(others, space)])]
}

/** The title of one loan also says to whom and until when. Null where no due date was asked for. */
const oneLoan = (
  text: ImpactTexts,
  { first, loans }: ImpactOf<'lend'>,
): { action: DialogText; title: DialogText } | null => {
  const [loan] = first
  if (loan?.dueOn === undefined || loans !== 1) return null
  const action = text.lendLock(shownNumber(loan.borrowedUsbKey))
  return { action, title: template`${action}${text.toUntil(loan.memberName, loan.dueOn)}` }
}

export const confirmationText = (impact: HighImpact, language: Language): ConfirmationText => {
  const text = language === 'zh' ? impactTextsZh : impactTextsEn
  const [counted, explained] = explain(text, language, impact)
  const loan = impact.kind === 'lend' ? oneLoan(text, impact) : null
  const action = loan?.action ?? counted
  return {
    message: text.question(loan?.title ?? action),
    detail: joinLines(
      ...explained,
      ...(impact.affected === undefined ? [] : affectedLines(text, impact, impact.affected, language)),
      // The page asks before all others; a loan is asked about only here.
      ...(impact.kind === 'lend' ? [] : [text.askedAgain]),
      text.operator(impact.operatorIdentity),
    ),
    yes: action,
  }
}
