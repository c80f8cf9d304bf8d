import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { Loan, LoanOf } from '#shared/model/loan'
import { command, onEvent } from '../../bridge'
import { readSlices } from '../../app/stores/read-slices'

/** What is lent, of all registered enterprises, as main joins it. */
export const useLoansStore = defineStore('loans', () => {
  const loans = shallowRef<readonly Loan[]>([])
  const state = ref<'loading' | 'ready' | 'failed'>('loading')
  const failure = shallowRef<CommandFailure | null>(null)
  /** Enterprises whose lists could not be read. */
  const unread = ref(0)
  let newest = 0
  let isWanted = false

  const load = async (): Promise<void> => {
    isWanted = true
    newest += 1
    const mine = newest
    const outcome = await readSlices(
      (from, limit) => command('loans/list', { from, limit }),
      ({ total }) => total,
      () => mine === newest,
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

  const give = async (outcome: Promise<{ ok: true } | { ok: false; error: CommandFailure }>) => {
    const { ...told } = await outcome
    return told.ok ? null : told.error
  }
  const setDue = (of: LoanOf, dueOn: string | null, note: string): Promise<CommandFailure | null> =>
    give(
      command('loans/set-due', {
        borrowedUsbKey: of.borrowedUsbKey,
        memberGlobalId: of.memberGlobalId,
        dueOn,
        note,
      }),
    )
  const close = (of: LoanOf, note: string, operatorIdentity: string): Promise<CommandFailure | null> =>
    give(
      command('loans/close', {
        borrowedUsbKey: of.borrowedUsbKey,
        memberGlobalId: of.memberGlobalId,
        note,
        operatorIdentity,
      }),
    )

  /** The loan that a lock is out on, by the lists. */
  const ofLock = (assetNum: string): Loan | null =>
    loans.value.find((loan) => loan.state === 'out' && loan.borrowedUsbKey === assetNum) ?? null
  /** The loan that an asset's products are out on; its holder tells two apart that may both have it. */
  const ofAsset = (assetNum: string): Loan | null => {
    const has = (loan: Loan): boolean =>
      loan.state === 'out' && loan.assets.some((asset) => asset.assetNum === assetNum)
    return (
      loans.value.find((loan) => has(loan) && loan.assetsFrom === 'journal') ?? loans.value.find(has) ?? null
    )
  }

  onScopeDispose(onEvent('loans/changed', () => void (isWanted && load())))

  return { loans, state, failure, unread, load, setDue, close, ofLock, ofAsset }
})
