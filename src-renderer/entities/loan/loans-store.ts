import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import { isListedLoan } from '#shared/model/changes/loan'
import type { Loan, LoanOf } from '#shared/model/changes/loan'
import type { Name } from '#shared/model/name'
import { command, onEvent } from '../../bridge'
import { useListLoader } from '../../stores/use-list-loader'

/** The loans of all known enterprises, as main combines them. */
export const useLoansStore = defineStore('loans', () => {
  const {
    rows: loans,
    last,
    state: loaderState,
    failure: loaderFailure,
    load: read,
  } = useListLoader((from, limit) => command('loans/list', { from, limit }))
  /** Without any loan, lists that were never read are not the same as no loans. */
  const missing = computed(() => (loans.value.length === 0 ? (last.value?.missing ?? null) : null))
  const failure = computed(() => loaderFailure.value ?? missing.value?.failure ?? null)
  const state = computed(() => {
    if (loaderState.value !== 'ready' || missing.value === null) return loaderState.value
    return missing.value.failure === null ? 'loading' : 'failed'
  })
  let isActive = false
  const load = (): Promise<void> => {
    isActive = true
    return read()
  }
  const loadOnce = (): void => {
    if (!isActive) void load()
  }

  const failureOf = async (outcome: Promise<{ ok: true } | { ok: false; error: CommandFailure }>) => {
    const result = await outcome
    return result.ok ? null : result.error
  }
  /** Without a note, the loan keeps the one that it has. */
  const setDue = (of: LoanOf, dueOn: string | null, note?: string): Promise<CommandFailure | null> =>
    failureOf(
      command('loans/set-due', {
        borrowedUsbKey: of.borrowedUsbKey,
        memberGlobalId: of.memberGlobalId,
        dueOn,
        ...(note === undefined ? {} : { note }),
      }),
    )
  const close = (of: LoanOf, note: string, operatorIdentity: Name): Promise<CommandFailure | null> =>
    failureOf(
      command('loans/close', {
        borrowedUsbKey: of.borrowedUsbKey,
        memberGlobalId: of.memberGlobalId,
        note,
        operatorIdentity,
      }),
    )

  /** The lock is back, or, with null, it is not. */
  const setReturned = (of: LoanOf, operatorIdentity: Name | null): Promise<CommandFailure | null> =>
    failureOf(
      command('loans/set-returned', {
        borrowedUsbKey: of.borrowedUsbKey,
        memberGlobalId: of.memberGlobalId,
        operatorIdentity,
      }),
    )
  /** Training only: the platform gets the lock back. */
  const simulateReturn = ({ borrowedUsbKey }: LoanOf): Promise<CommandFailure | null> =>
    failureOf(command('loans/simulate-return', { borrowedUsbKey }))

  /** The loan of a borrowed lock, by the lists. */
  const ofLock = (assetNum: string): Loan | null =>
    loans.value.find((loan) => isListedLoan(loan) && loan.borrowedUsbKey === assetNum) ?? null
  /** The loan that includes an asset's products; the holder distinguishes two loans that may both include it. */
  const ofAsset = (assetNum: string): Loan | null => {
    const has = (loan: Loan): boolean =>
      isListedLoan(loan) && loan.assets.some((asset) => asset.assetNum === assetNum)
    return (
      loans.value.find((loan) => has(loan) && loan.assetsFrom === 'journal') ?? loans.value.find(has) ?? null
    )
  }

  onEvent('loans/changed', () => void (isActive && load()))

  return {
    loans,
    state,
    failure,
    /** The number of enterprises whose lists could not be read. */
    unread: computed(() => last.value?.unread ?? 0),
    load,
    loadOnce,
    setDue,
    setReturned,
    simulateReturn,
    close,
    ofLock,
    ofAsset,
  }
})
