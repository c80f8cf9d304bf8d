import { groupShellNumber } from '#shared/model/shell-number'
import type { JournalEntry } from '#shared/model/change'
import type { Loan } from '#shared/model/loan'
import type { Licences, LockRecord } from '#shared/model/lock-record'
import { explainEntry } from '../../i18n/explain'
import type { Explanation, Words } from '../../i18n/explain'
import { joinSentences } from '../../i18n/i18n'
import type { TextKey } from '../../i18n/messages'
import { allProducts } from '../../record/record-words'
import { whyNotOnto } from './lend-choice'
import type { AskedLoan } from './lend-store'

/** What one button can do about a refused loan. */
export type Door =
  | { readonly kind: 'show-loan'; readonly loanId: string }
  | { readonly kind: 'show-lock'; readonly number: string }
  | { readonly kind: 'leave-out'; readonly assetNums: readonly string[] }
  | { readonly kind: 'choose-lock' | 'choose-employee' | 'read-again' }

export interface RefusedLoan extends Explanation {
  readonly doors: readonly Door[]
}

/** What the lists and the loans say now, after the refusal: main has read them anew by then. */
export interface Surroundings {
  readonly records: readonly LockRecord[]
  readonly ofLock: (assetNum: string) => Loan | null
  readonly ofAsset: (assetNum: string) => Loan | null
  /** What is known of an asset's products. */
  readonly licences: (assetId: string) => Licences | null
}

const numberOf = ({ shellNumber, assetNum }: { shellNumber: string | null; assetNum: string }): string =>
  groupShellNumber(shellNumber ?? assetNum)

export const refusalCodeOf = ({ state, reason }: JournalEntry): string | null =>
  state !== 'done' && reason?.kind === 'platform' ? (reason.failure.businessCode ?? null) : null

/**
 * What the platform's refusal means here: who holds what, and the next step. Where the lists show nothing that would
 * explain it, the code's own words stand.
 */
export const explainLoan = (
  entry: JournalEntry,
  asked: AskedLoan,
  around: Surroundings,
  words: Words,
): RefusedLoan => {
  const { t } = words
  const plain = explainEntry(entry, words)
  const code = refusalCodeOf(entry)
  if (code === null) return { ...plain, doors: [] }
  const meaning = t(`words.outcomeMeaning.lend.${entry.state}`)
  const said = (sentences: readonly string[], next: TextKey, doors: readonly Door[]): RefusedLoan => ({
    ...plain,
    what: joinSentences(words.language, [meaning, ...sentences]),
    next: t(next, { name: asked.memberName }),
    doors,
  })
  const asRecord = (assetNum: string): LockRecord | null =>
    around.records.find((record) => record.assetNum === assetNum) ?? null
  const lock = asRecord(asked.borrowedUsbKey)
  const lockNumber = numberOf(lock ?? { shellNumber: null, assetNum: asked.borrowedUsbKey })
  const assets = asked.assets.map(({ assetNum, assetId }) => ({
    assetNum,
    assetId,
    record: asRecord(assetNum),
    number: numberOf(asRecord(assetNum) ?? { shellNumber: null, assetNum }),
  }))

  switch (code) {
    case '33003': {
      const foreign = assets.filter(({ record }) => record?.holder?.memberGlobalId !== asked.memberGlobalId)
      if (foreign.length === 0) return { ...plain, doors: [{ kind: 'read-again' }] }
      const sentences = foreign.map(({ record, number }) => {
        const holder = record?.holder
        if (record === null) return t('lending.why.notListed', { number })
        return holder == null
          ? t('lending.why.nobodys', { number })
          : t('lending.why.heldBy', { number, name: holder.name ?? t('lending.unnamed') })
      })
      const [first] = foreign
      return said(sentences, 'lending.why.heldByNext', [
        { kind: 'leave-out', assetNums: foreign.map(({ assetNum }) => assetNum) },
        ...(first?.record == null ? [] : [{ kind: 'show-lock' as const, number: first.assetNum }]),
      ])
    }
    case '33006': {
      const without = assets.flatMap(({ assetId, assetNum, number }) => {
        const licences = around.licences(assetId)
        const names = (licences === null ? [] : allProducts(licences))
          .filter(({ concurrentNodes }) => concurrentNodes === 0)
          .map(({ name }) => name)
        return names.length === 0 ? [] : [{ assetNum, number, names }]
      })
      if (without.length === 0) return { ...plain, doors: [{ kind: 'read-again' }] }
      return said(
        without.map(({ number, names }) =>
          t('lending.why.noNodes', { number, products: names.join(t('lending.comma')) }),
        ),
        'lending.why.noNodesNext',
        [{ kind: 'leave-out', assetNums: without.map(({ assetNum }) => assetNum) }],
      )
    }
    case '33007': {
      const lent = assets.filter(({ record }) => record?.lent === true)
      if (lent.length === 0) return { ...plain, doors: [{ kind: 'read-again' }] }
      const loans = lent.map((asset) => ({ ...asset, loan: around.ofAsset(asset.assetNum) }))
      const sentences = loans.map(({ number, loan, record }) =>
        loan === null
          ? t('lending.why.lent', { number })
          : t('lending.why.lentOn', {
              number,
              lock: numberOf({ shellNumber: loan.shellNumber, assetNum: loan.borrowedUsbKey }),
              name: loan.memberName ?? record?.holder?.name ?? t('lending.unnamed'),
            }),
      )
      const known = loans.find(({ loan }) => loan !== null)?.loan
      return said(sentences, 'lending.why.lentNext', [
        ...(known == null ? [] : [{ kind: 'show-loan' as const, loanId: known.loanId }]),
        { kind: 'leave-out', assetNums: lent.map(({ assetNum }) => assetNum) },
      ])
    }
    case '33008': {
      const why = lock === null ? 'not-listed' : whyNotOnto(lock, asked.memberGlobalId)
      const doors: Door[] = [
        { kind: 'choose-lock' },
        ...(lock === null ? [] : [{ kind: 'show-lock' as const, number: lock.shellNumber ?? lock.assetNum }]),
      ]
      if (why === 'disabled') {
        return said([t('lending.why.lockDisabled', { lock: lockNumber })], 'lending.why.enableNext', doors)
      }
      if (why === 'not-borrowed' || why === 'not-listed') {
        return said(
          [
            t(why === 'not-listed' ? 'lending.why.notListed' : 'lending.why.notBorrowed', {
              number: lockNumber,
            }),
          ],
          'lending.why.otherLockNext',
          doors,
        )
      }
      if (lock?.freezing === true) {
        return said([t('lending.why.lockFrozen', { lock: lockNumber })], 'lending.why.otherLockNext', doors)
      }
      return { ...plain, doors }
    }
    case '33018': {
      const loan = around.ofLock(asked.borrowedUsbKey)
      if (loan === null || loan.memberGlobalId === asked.memberGlobalId) {
        return { ...plain, doors: [{ kind: 'choose-lock' }, { kind: 'read-again' }] }
      }
      const name = loan.memberName ?? t('lending.unnamed')
      return said([t('lending.why.lockOut', { lock: lockNumber, name })], 'lending.why.lockOutNext', [
        { kind: 'show-loan', loanId: loan.loanId },
        { kind: 'choose-lock' },
      ])
    }
    case '60026':
      return said([t('lending.why.gone', { name: asked.memberName })], 'lending.why.goneNext', [
        { kind: 'choose-employee' },
      ])
    case '40000':
      return said([t('lending.why.empty')], 'lending.why.emptyNext', [{ kind: 'read-again' }])
    case '33009': {
      // It is open whether the loan was made: the page looks it up, and sends nothing again.
      if (entry.state !== 'unknown') return { ...plain, doors: [{ kind: 'read-again' }] }
      const holder = around.ofLock(asked.borrowedUsbKey)?.memberName ?? lock?.holder?.name
      const now =
        lock === null || lock.readAt < (entry.endedAt ?? entry.askedAt)
          ? []
          : lock.lent === true
            ? [t('lending.why.lockNowWith', { lock: lockNumber, name: holder ?? t('lending.unnamed') })]
            : [t('lending.why.lockStillFree', { lock: lockNumber })]
      return {
        ...plain,
        what: joinSentences(words.language, [meaning, t('lending.why.unfinished'), ...now]),
        doors: [],
      }
    }
    default:
      return { ...plain, doors: entry.state === 'unknown' ? [] : [{ kind: 'read-again' }] }
  }
}
