import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { Loan, LoanOf } from '#shared/model/loan'
import { command, onEvent } from '../../bridge'
import { loadSlices } from '../../app/stores/load-slices'

/** The loans of all known enterprises, as main combines them. */
export const useLoansStore = defineStore('loans', () => {
  const loans = shallowRef<readonly Loan[]>([])
  const state = ref<'loading' | 'ready' | 'failed'>('loading')
  const failure = shallowRef<CommandFailure | null>(null)
  /** The number of enterprises whose lists could not be read. */
  const unread = ref(0)
  let lastRequestId = 0
  let isActive = false

  const load = async (): Promise<void> => {
    isActive = true
    lastRequestId += 1
    const requestId = lastRequestId
    const outcome = await loadSlices(
      (from, limit) => command('loans/list', { from, limit }),
      ({ total }) => total,
      () => requestId === lastRequestId,
    )
    if (outcome === null) return
    if (outcome.ok) {
      loans.value = outcome.value.rows
      unread.value = outcome.value.last.unread
      failure.value = null
      state.value = 'ready'
    } else {
      failure.value = outcome.error
      if (state.value !== 'ready') state.value = 'failed'
    }
  }

  const failureOf = async (outcome: Promise<{ ok: true } | { ok: false; error: CommandFailure }>) => {
    const result = await outcome
    return result.ok ? null : result.error
  }
  const setDue = (of: LoanOf, dueOn: string | null, note: string): Promise<CommandFailure | null> =>
    failureOf(
      command('loans/set-due', {
        borrowedUsbKey: of.borrowedUsbKey,
        memberGlobalId: of.memberGlobalId,
        dueOn,
        note,
      }),
    )
  const close = (of: LoanOf, note: string, operatorIdentity: string): Promise<CommandFailure | null> =>
    failureOf(
      command('loans/close', {
        borrowedUsbKey: of.borrowedUsbKey,
        memberGlobalId: of.memberGlobalId,
        note,
        operatorIdentity,
      }),
    )

  /** The loan of a borrowed lock, by the lists. */
  const ofLock = (assetNum: string): Loan | null =>
    loans.value.find((loan) => loan.state === 'active' && loan.borrowedUsbKey === assetNum) ?? null
  /** The loan that includes an asset's products; the holder distinguishes two loans that may both include it. */
  const ofAsset = (assetNum: string): Loan | null => {
    const has = (loan: Loan): boolean =>
      loan.state === 'active' && loan.assets.some((asset) => asset.assetNum === assetNum)
    return (
      loans.value.find((loan) => has(loan) && loan.assetsFrom === 'journal') ?? loans.value.find(has) ?? null
    )
  }

  onScopeDispose(onEvent('loans/changed', () => void (isActive && load())))

  return { loans, state, failure, unread, load, setDue, close, ofLock, ofAsset }
})
