import { groupShellNumber } from '#shared/model/locks/shell-number'
import type { JournalEntry } from '#shared/model/changes/change'
import type { Loan } from '#shared/model/changes/loan'
import type { Licenses, LockRecord } from '#shared/model/locks/lock-record'
import { explainEntry } from '../../../i18n/explain'
import type { Explanation, Translator } from '../../../i18n/explain'
import { joinSentences } from '../../../i18n/i18n'
import type { TextKey } from '../../../i18n/messages'
import { allProducts } from '../../../entities/lock/lock-texts'
import { lockObstacle } from '../../../entities/loan/lend-obstacle'
import type { RequestedLoan } from './lend-store'
import { shownName } from '../../../names/shown-name'

/** An action offered for a failed loan. */
export type LendAction =
  | { readonly kind: 'show-loan'; readonly loanId: string }
  | { readonly kind: 'show-lock'; readonly number: string }
  | { readonly kind: 'remove-assets'; readonly assetNums: readonly string[] }
  | { readonly kind: 'choose-lock' | 'choose-employee' | 'read-again' }

export interface RejectedLoan extends Explanation {
  readonly actions: readonly LendAction[]
}

/** What lists and loans show after the failure: main has reloaded them. */
export interface LoanContext {
  readonly records: readonly LockRecord[]
  readonly ofLock: (assetNum: string) => Loan | null
  readonly ofAsset: (assetNum: string) => Loan | null
  /** An asset's products, if known. */
  readonly licenses: (assetId: string) => Licenses | null
}

const numberOf = ({ shellNumber, assetNum }: { shellNumber: string | null; assetNum: string }): string =>
  groupShellNumber(shellNumber ?? assetNum)

export const rejectionCodeOf = ({ state, reason }: JournalEntry): string | null =>
  state !== 'done' && reason?.kind === 'platform' ? (reason.failure.businessCode ?? null) : null

/** A rejected loan with what is known of its lock and assets. */
const readRejection = (
  entry: JournalEntry,
  requested: RequestedLoan,
  context: LoanContext,
  translator: Translator,
  plain: Explanation,
) => {
  const { t } = translator
  const recordOf = (assetNum: string): LockRecord | null =>
    context.records.find((record) => record.assetNum === assetNum) ?? null
  const lock = recordOf(requested.borrowedUsbKey)
  const explained = (sentences: readonly string[]): string =>
    joinSentences(translator.language, [t(`common.outcomeMeaning.lend.${entry.state}`), ...sentences])
  return {
    entry,
    requested,
    context,
    t,
    lock,
    lockNumber: numberOf(lock ?? { shellNumber: null, assetNum: requested.borrowedUsbKey }),
    assets: requested.assets.map(({ assetNum, assetId }) => ({
      assetNum,
      assetId,
      record: recordOf(assetNum),
      number: numberOf(recordOf(assetNum) ?? { shellNumber: null, assetNum }),
    })),
    explained,
    /** The error code's own text. */
    unexplained: (...actions: LendAction[]): RejectedLoan => ({ ...plain, actions }),
    rejection: (
      sentences: readonly string[],
      next: TextKey,
      actions: readonly LendAction[],
    ): RejectedLoan => ({
      ...plain,
      what: explained(sentences),
      next: t(next, { name: shownName(requested.memberName) }),
      actions,
    }),
  }
}
type Rejection = ReturnType<typeof readRejection>

const readAgain: LendAction = { kind: 'read-again' }

const explainAssignment = ({ assets, requested, t, unexplained, rejection }: Rejection): RejectedLoan => {
  const reassigned = assets.filter(
    ({ record }) => record?.holder?.memberGlobalId !== requested.memberGlobalId,
  )
  const [first] = reassigned
  if (first === undefined) return unexplained(readAgain)
  const sentences = reassigned.map(({ record, number }) => {
    const holder = record?.holder
    if (record === null) return t('lending.rejection.notListed', { number })
    return holder == null
      ? t('lending.rejection.unassigned', { number })
      : t('lending.rejection.assignedTo', { number, name: shownName(holder.name) ?? t('lending.unnamed') })
  })
  return rejection(sentences, 'lending.rejection.assignedToNext', [
    { kind: 'remove-assets', assetNums: reassigned.map(({ assetNum }) => assetNum) },
    ...(first.record === null ? [] : [{ kind: 'show-lock' as const, number: first.assetNum }]),
  ])
}

const explainNodes = ({ assets, context, t, unexplained, rejection }: Rejection): RejectedLoan => {
  const withoutNodes = assets.flatMap(({ assetId, assetNum, number }) => {
    const licenses = context.licenses(assetId)
    const names = (licenses === null ? [] : allProducts(licenses))
      .filter(({ concurrentNodes }) => concurrentNodes === 0)
      .map(({ name }) => name)
    return names.length === 0 ? [] : [{ assetNum, number, names }]
  })
  if (withoutNodes.length === 0) return unexplained(readAgain)
  return rejection(
    withoutNodes.map(({ number, names }) =>
      t('lending.rejection.noNodes', { number, products: names.join(t('common.listComma')) }),
    ),
    'lending.rejection.noNodesNext',
    [{ kind: 'remove-assets', assetNums: withoutNodes.map(({ assetNum }) => assetNum) }],
  )
}

const explainLentAssets = ({ assets, context, t, unexplained, rejection }: Rejection): RejectedLoan => {
  const loans = assets
    .filter(({ record }) => record?.lent === true)
    .map((asset) => ({ ...asset, loan: context.ofAsset(asset.assetNum) }))
  if (loans.length === 0) return unexplained(readAgain)
  const sentences = loans.map(({ number, loan, record }) =>
    loan === null
      ? t('lending.rejection.lent', { number })
      : t('lending.rejection.lentOn', {
          number,
          lock: numberOf({ shellNumber: loan.shellNumber, assetNum: loan.borrowedUsbKey }),
          name: shownName(loan.memberName ?? record?.holder?.name) ?? t('lending.unnamed'),
        }),
  )
  const known = loans.find(({ loan }) => loan !== null)?.loan
  return rejection(sentences, 'lending.rejection.lentNext', [
    ...(known == null ? [] : [{ kind: 'show-loan' as const, loanId: known.loanId }]),
    { kind: 'remove-assets', assetNums: loans.map(({ assetNum }) => assetNum) },
  ])
}

const explainLock = ({ lock, lockNumber, requested, t, unexplained, rejection }: Rejection): RejectedLoan => {
  const why = lock === null ? 'not-listed' : lockObstacle(lock, requested.memberGlobalId)
  const actions: LendAction[] = [
    { kind: 'choose-lock' },
    ...(lock === null ? [] : [{ kind: 'show-lock' as const, number: lock.shellNumber ?? lock.assetNum }]),
  ]
  const chooseOther = (sentence: string) => rejection([sentence], 'lending.rejection.otherLockNext', actions)
  if (why === 'disabled') {
    const sentence = t('lending.rejection.lockDisabled', { lock: lockNumber })
    return rejection([sentence], 'lending.rejection.enableNext', actions)
  }
  if (why === 'not-listed') return chooseOther(t('lending.rejection.notListed', { number: lockNumber }))
  if (why === 'not-borrowed') return chooseOther(t('lending.rejection.notBorrowed', { number: lockNumber }))
  if (lock?.freezing === true) return chooseOther(t('lending.rejection.lockFrozen', { lock: lockNumber }))
  return unexplained(...actions)
}

const explainLentLock = ({
  context,
  requested,
  lockNumber,
  t,
  unexplained,
  rejection,
}: Rejection): RejectedLoan => {
  const loan = context.ofLock(requested.borrowedUsbKey)
  if (loan === null || loan.memberGlobalId === requested.memberGlobalId)
    return unexplained({ kind: 'choose-lock' }, readAgain)
  const name = shownName(loan.memberName) ?? t('lending.unnamed')
  return rejection(
    [t('lending.rejection.lockOut', { lock: lockNumber, name })],
    'lending.rejection.lockOutNext',
    [{ kind: 'show-loan', loanId: loan.loanId }, { kind: 'choose-lock' }],
  )
}

/** The loan is unconfirmed: the page looks it up and sends nothing again. */
const explainUnfinished = ({
  entry,
  context,
  requested,
  lock,
  lockNumber,
  t,
  explained,
  unexplained,
}: Rejection): RejectedLoan => {
  if (entry.state !== 'unknown') return unexplained(readAgain)
  const lockNow = (): string[] => {
    if (lock === null || lock.readAt < (entry.endedAt ?? entry.requestedAt)) return []
    if (lock.lent !== true) return [t('lending.rejection.lockStillFree', { lock: lockNumber })]
    const holder = context.ofLock(requested.borrowedUsbKey)?.memberName ?? lock.holder?.name
    return [
      t('lending.rejection.lockNowWith', {
        lock: lockNumber,
        name: shownName(holder) ?? t('lending.unnamed'),
      }),
    ]
  }
  return { ...unexplained(), what: explained([t('lending.rejection.unfinished'), ...lockNow()]) }
}

/** By the platform's code. */
const explainers = new Map<string, (rejected: Rejection) => RejectedLoan>([
  ['33003', explainAssignment],
  ['33006', explainNodes],
  ['33007', explainLentAssets],
  ['33008', explainLock],
  ['33009', explainUnfinished],
  ['33018', explainLentLock],
  [
    '40000',
    ({ t, rejection }) =>
      rejection([t('lending.rejection.empty')], 'lending.rejection.emptyNext', [readAgain]),
  ],
  [
    '60026',
    ({ t, requested, rejection }) =>
      rejection(
        [t('lending.rejection.gone', { name: shownName(requested.memberName) })],
        'lending.rejection.goneNext',
        [{ kind: 'choose-employee' }],
      ),
  ],
])

/**
 * Explains a platform error for a loan: the current assignments, and the next step. If the lists explain
 * nothing, the error code's own text is used.
 */
export const explainLoan = (
  entry: JournalEntry,
  requested: RequestedLoan,
  context: LoanContext,
  translator: Translator,
  /** What is said of the entry without the lists. */
  plain: Explanation = explainEntry(entry, translator),
): RejectedLoan => {
  const rejected = readRejection(entry, requested, context, translator, plain)
  const code = rejectionCodeOf(entry)
  if (code === null) return rejected.unexplained()
  const explain = explainers.get(code)
  if (explain !== undefined) return explain(rejected)
  return entry.state === 'unknown' ? rejected.unexplained() : rejected.unexplained(readAgain)
}
