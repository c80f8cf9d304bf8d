import { groupShellNumber, shellNumberIn } from '#shared/model/locks/shell-number'
import type { HighImpact, LoanToConfirm, NamedItem, Revocation } from '../../changes/high-impact'
import type { Language } from './ask'
import { english } from './high-impact-en'
import type { ImpactTexts } from './high-impact-en'
import { chinese } from './high-impact-zh'

export interface ConfirmationText {
  /** The action and its count. */
  readonly message: string
  /** The consequence, and warnings with numbers. */
  readonly detail: string
  /** The confirming button: the message without its question mark. */
  readonly yes: string
}

type Of<Kind extends HighImpact['kind']> = Extract<HighImpact, { kind: Kind }>

/** What an action does; lines that are null are left out. */
type Explained = readonly [action: string, lines: readonly (string | null)[]]

const numberOf = (assetNum: string): string => {
  const shellNumber = shellNumberIn(assetNum)
  return shellNumber === null ? assetNum : groupShellNumber(shellNumber)
}

const named = (text: ImpactTexts, { name, ids: fields }: NamedItem): string => {
  const ids = fields.map(({ field, value }) => `${field} ${value}`)
  if (name !== null) return text.named(name, ids)
  return ids.length === 0 ? text.unnamed : text.ids(ids)
}

const more = (text: ImpactTexts, all: number, shown: number): string[] =>
  all > shown ? [text.more(all - shown)] : []

const revocationLine = (text: ImpactTexts, revocation: Revocation): string => {
  const { srcLicenseOrderId, customer, assets, assetNos, products, productCount } = revocation
  const names = [
    ...products.map((product) => named(text, product)),
    ...more(text, productCount, products.length),
  ]
  return [
    text.fromOrder(srcLicenseOrderId, named(text, customer)),
    text.numbers(assets, [...assetNos, ...more(text, assets, assetNos.length)]),
    names.length === 0 ? '' : text.products(productCount, names),
  ].join('')
}

const loanLine = (text: ImpactTexts, loan: LoanToConfirm): string =>
  text.loan(numberOf(loan.borrowedUsbKey), loan.assets, loan.memberName, loan.memberGlobalId) +
  (loan.isNameListed ? '' : text.unlistedName)

const explainLocks = (text: ImpactTexts, impact: Of<'locks'>): Explained => {
  const { action, locks, enterprises, unlisted, isQueued } = impact
  const consequence = text.consequences[action]
  const listed = locks - unlisted
  return [
    text.locks(text.verbs[action], locks),
    [
      isQueued ? text.queued(consequence) : consequence,
      listed === 0 ? null : text.listed(listed, enterprises),
      unlisted === 0 ? null : text.unlisted(unlisted),
    ],
  ]
}

const explainOrders = (text: ImpactTexts, impact: Of<'order'>): Explained => {
  const { batches, orders, assets, revocations } = impact
  if (revocations.orders === 0) return [text.submit(orders), [text.submitted(orders, assets, batches)]]
  const others = orders - revocations.orders
  return [
    others === 0 ? text.revoke(revocations.orders) : text.submitAndRevoke(orders, revocations.orders),
    [
      text.revoked(revocations.orders, revocations.assets),
      others === 0 ? null : text.others(others, assets - revocations.assets),
      revocations.fromAllOrders === 0 ? null : text.withoutSource(revocations.fromAllOrders),
      ...revocations.first.map((revocation) => revocationLine(text, revocation)),
      ...more(text, revocations.orders, revocations.first.length),
    ],
  ]
}

const explain = (text: ImpactTexts, impact: HighImpact): Explained => {
  switch (impact.kind) {
    case 'single-change': {
      const first = text.first(numberOf(impact.number), text.consequences[impact.action])
      return [text.upToFifty(text.verbs[impact.action]), [first, text.recent(impact.recent)]]
    }
    case 'locks':
      return explainLocks(text, impact)
    case 'assign': {
      const { assigned, withdrawn, employees } = impact
      return [text.reassign(assigned + withdrawn), [text.reassigned(assigned, withdrawn, employees)]]
    }
    case 'allocate':
      return [text.allocate(impact.numbers), [text.allocated]]
    case 'rows': {
      const { action, consequence } = text.rows[impact.action]
      return [
        action(impact.rows),
        [consequence, impact.enterprises === 0 ? null : text.enterprises(impact.enterprises)],
      ]
    }
    case 'lend': {
      const { loans, assets, first } = impact
      const lines = [...first.map((loan) => loanLine(text, loan)), ...more(text, loans, first.length)]
      return [loans === 1 ? text.lend(assets) : text.createLoans(loans, assets), [text.lent, ...lines]]
    }
    case 'order':
      return explainOrders(text, impact)
    case 'continuous': {
      const verb = text.verbs[impact.action]
      return [text.continuous(verb, impact.locks), [text.eachLock(verb), text.stops]]
    }
  }
}

export const confirmationText = (impact: HighImpact, language: Language): ConfirmationText => {
  const text = language === 'zh' ? chinese : english
  const [action, lines] = explain(text, impact)
  return {
    message: text.question(action),
    detail: [...lines, text.operator(impact.operatorIdentity)].filter((line) => line !== null).join('\n'),
    yes: action,
  }
}
