import { groupShellNumber } from '#shared/model/locks/shell-number'
import type { JournalEntry } from '#shared/model/changes/change'
import type { Loan } from '#shared/model/changes/loan'
import type { Licenses, LockRecord } from '#shared/model/locks/lock-record'
import { explainEntry } from '../../../i18n/explain'
import type { Explanation, Translator } from '../../../i18n/explain'
import { joinSentences } from '../../../i18n/i18n'
import type { TextKey } from '../../../i18n/messages'
import { allProducts } from '../../../entities/lock/lock-texts'
import { lockObstacle } from './lend-choice'
import type { RequestedLoan } from './lend-store'

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

/**
 * Explains a platform error for a loan: the current assignments, and the next step. If the lists explain
 * nothing, the error code's own text is used.
 */
export const explainLoan = (
  entry: JournalEntry,
  requested: RequestedLoan,
  context: LoanContext,
  translator: Translator,
): RejectedLoan => {
  const { t } = translator
  const plain = explainEntry(entry, translator)
  const code = rejectionCodeOf(entry)
  if (code === null) return { ...plain, actions: [] }
  const meaning = t(`common.outcomeMeaning.lend.${entry.state}`)
  const rejection = (
    sentences: readonly string[],
    next: TextKey,
    actions: readonly LendAction[],
  ): RejectedLoan => ({
    ...plain,
    what: joinSentences(translator.language, [meaning, ...sentences]),
    next: t(next, { name: requested.memberName }),
    actions,
  })
  const recordOf = (assetNum: string): LockRecord | null =>
    context.records.find((record) => record.assetNum === assetNum) ?? null
  const lock = recordOf(requested.borrowedUsbKey)
  const lockNumber = numberOf(lock ?? { shellNumber: null, assetNum: requested.borrowedUsbKey })
  const assets = requested.assets.map(({ assetNum, assetId }) => ({
    assetNum,
    assetId,
    record: recordOf(assetNum),
    number: numberOf(recordOf(assetNum) ?? { shellNumber: null, assetNum }),
  }))

  switch (code) {
    case '33003': {
      const reassigned = assets.filter(
        ({ record }) => record?.holder?.memberGlobalId !== requested.memberGlobalId,
      )
      if (reassigned.length === 0) return { ...plain, actions: [{ kind: 'read-again' }] }
      const sentences = reassigned.map(({ record, number }) => {
        const holder = record?.holder
        if (record === null) return t('lending.rejection.notListed', { number })
        return holder == null
          ? t('lending.rejection.unassigned', { number })
          : t('lending.rejection.assignedTo', { number, name: holder.name ?? t('lending.unnamed') })
      })
      const [first] = reassigned
      return rejection(sentences, 'lending.rejection.assignedToNext', [
        { kind: 'remove-assets', assetNums: reassigned.map(({ assetNum }) => assetNum) },
        ...(first?.record == null ? [] : [{ kind: 'show-lock' as const, number: first.assetNum }]),
      ])
    }
    case '33006': {
      const withoutNodes = assets.flatMap(({ assetId, assetNum, number }) => {
        const licenses = context.licenses(assetId)
        const names = (licenses === null ? [] : allProducts(licenses))
          .filter(({ concurrentNodes }) => concurrentNodes === 0)
          .map(({ name }) => name)
        return names.length === 0 ? [] : [{ assetNum, number, names }]
      })
      if (withoutNodes.length === 0) return { ...plain, actions: [{ kind: 'read-again' }] }
      return rejection(
        withoutNodes.map(({ number, names }) =>
          t('lending.rejection.noNodes', { number, products: names.join(t('lending.comma')) }),
        ),
        'lending.rejection.noNodesNext',
        [{ kind: 'remove-assets', assetNums: withoutNodes.map(({ assetNum }) => assetNum) }],
      )
    }
    case '33007': {
      const lent = assets.filter(({ record }) => record?.lent === true)
      if (lent.length === 0) return { ...plain, actions: [{ kind: 'read-again' }] }
      const loans = lent.map((asset) => ({ ...asset, loan: context.ofAsset(asset.assetNum) }))
      const sentences = loans.map(({ number, loan, record }) =>
        loan === null
          ? t('lending.rejection.lent', { number })
          : t('lending.rejection.lentOn', {
              number,
              lock: numberOf({ shellNumber: loan.shellNumber, assetNum: loan.borrowedUsbKey }),
              name: loan.memberName ?? record?.holder?.name ?? t('lending.unnamed'),
            }),
      )
      const known = loans.find(({ loan }) => loan !== null)?.loan
      return rejection(sentences, 'lending.rejection.lentNext', [
        ...(known == null ? [] : [{ kind: 'show-loan' as const, loanId: known.loanId }]),
        { kind: 'remove-assets', assetNums: lent.map(({ assetNum }) => assetNum) },
      ])
    }
    case '33008': {
      const why = lock === null ? 'not-listed' : lockObstacle(lock, requested.memberGlobalId)
      const actions: LendAction[] = [
        { kind: 'choose-lock' },
        ...(lock === null ? [] : [{ kind: 'show-lock' as const, number: lock.shellNumber ?? lock.assetNum }]),
      ]
      if (why === 'disabled') {
        return rejection(
          [t('lending.rejection.lockDisabled', { lock: lockNumber })],
          'lending.rejection.enableNext',
          actions,
        )
      }
      if (why === 'not-borrowed' || why === 'not-listed') {
        return rejection(
          [
            t(why === 'not-listed' ? 'lending.rejection.notListed' : 'lending.rejection.notBorrowed', {
              number: lockNumber,
            }),
          ],
          'lending.rejection.otherLockNext',
          actions,
        )
      }
      if (lock?.freezing === true) {
        return rejection(
          [t('lending.rejection.lockFrozen', { lock: lockNumber })],
          'lending.rejection.otherLockNext',
          actions,
        )
      }
      return { ...plain, actions }
    }
    case '33018': {
      const loan = context.ofLock(requested.borrowedUsbKey)
      if (loan === null || loan.memberGlobalId === requested.memberGlobalId) {
        return { ...plain, actions: [{ kind: 'choose-lock' }, { kind: 'read-again' }] }
      }
      const name = loan.memberName ?? t('lending.unnamed')
      return rejection(
        [t('lending.rejection.lockOut', { lock: lockNumber, name })],
        'lending.rejection.lockOutNext',
        [{ kind: 'show-loan', loanId: loan.loanId }, { kind: 'choose-lock' }],
      )
    }
    case '60026':
      return rejection(
        [t('lending.rejection.gone', { name: requested.memberName })],
        'lending.rejection.goneNext',
        [{ kind: 'choose-employee' }],
      )
    case '40000':
      return rejection([t('lending.rejection.empty')], 'lending.rejection.emptyNext', [
        { kind: 'read-again' },
      ])
    case '33009': {
      // The loan is unconfirmed: the page looks it up and sends nothing again.
      if (entry.state !== 'unknown') return { ...plain, actions: [{ kind: 'read-again' }] }
      const holder = context.ofLock(requested.borrowedUsbKey)?.memberName ?? lock?.holder?.name
      const now =
        lock === null || lock.readAt < (entry.endedAt ?? entry.requestedAt)
          ? []
          : lock.lent === true
            ? [t('lending.rejection.lockNowWith', { lock: lockNumber, name: holder ?? t('lending.unnamed') })]
            : [t('lending.rejection.lockStillFree', { lock: lockNumber })]
      return {
        ...plain,
        what: joinSentences(translator.language, [meaning, t('lending.rejection.unfinished'), ...now]),
        actions: [],
      }
    }
    default:
      return { ...plain, actions: entry.state === 'unknown' ? [] : [{ kind: 'read-again' }] }
  }
}
