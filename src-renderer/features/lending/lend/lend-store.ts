import { defineStore } from 'pinia'
import { computed, nextTick, ref, shallowRef, watch } from 'vue'
import { dayOf } from '#shared/model/calendar-day'
import type { CommandFailure } from '#shared/bridge/commands'
import type { KeptLoan } from '#shared/bridge/draft-commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { ChangeState } from '#shared/model/changes/change'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { Name } from '#shared/model/name'
import { useAssetsStore } from '../../../entities/asset/assets-store'
import { useEnterprisesStore } from '../../../entities/enterprise/enterprises-store'
import { useChange } from '../../../entities/change/use-change'
import { assetRows, lockRows } from './lend-choice'
import { useUnsentRowsStore } from '../../../stores/unsent-rows-store'
import { useLoansStore } from '../../../entities/loan/loans-store'
import { employeeFromLink } from '../employee-from-link'
import { keptDue, useKeptLoan } from './use-kept-loan'

export interface ChosenLock {
  readonly assetNum: string
  /** The plugged-in lock, which main reads again right before sending the loan. */
  readonly plugId: string | null
  /** It was plugged in before the page was opened, so nobody chose it for this loan. */
  readonly wasPluggedBefore?: boolean
}

/** The request as sent: the lists change afterwards. */
export interface RequestedLoan {
  readonly enterpriseGlobalId: string
  readonly memberGlobalId: string
  readonly memberName: Name
  readonly borrowedUsbKey: string
  readonly assets: readonly { readonly assetId: string; readonly assetNum: string }[]
  readonly dueOn: string | null
}

/** The loan being prepared. It outlives its page, like the sent request, and the window. */
export const useLendStore = defineStore('lend', () => {
  const enterprises = useEnterprisesStore()
  const assets = useAssetsStore()
  const loans = useLoansStore()
  const change = useChange()

  const employee = shallowRef<EmployeeRecord | null>(null)
  const ticked = ref<ReadonlySet<string>>(new Set())
  const lock = shallowRef<ChosenLock | null>(null)
  const dueOn = ref<string | null>(null)
  /** Of the loan that gets more products: without a day, it loses this one. */
  const dueBefore = ref<string | null>(null)
  /** Counts the prepared loans: the next one may extend the same loan as the previous one. */
  const prepared = ref(0)
  /** The day that a loan proposed last: a day that was chosen here stays. */
  const proposed = ref<string | null>(null)
  /** The loan that it was proposed for. */
  let proposedFor: string | undefined
  /** “Date” was chosen: without a day, the loan is unfinished, not one without a due date. */
  const isDatePressed = ref(false)
  const requested = shallowRef<RequestedLoan | null>(null)
  /** Why the due date of the sent loan is not kept. */
  const dueFailure = shallowRef<CommandFailure | null>(null)

  const records = computed<readonly LockRecord[]>(() =>
    assets.enterpriseGlobalId === enterprises.chosenId ? (assets.list?.rows ?? []) : [],
  )
  const memberGlobalId = computed(() => employee.value?.memberGlobalId ?? null)
  const employeeAssets = computed(() =>
    memberGlobalId.value === null ? [] : assetRows(records.value, memberGlobalId.value),
  )
  const locks = computed(() => lockRows(records.value, memberGlobalId.value))
  /** An asset that was lent meanwhile counts as not selected. */
  const chosenAssets = computed(() =>
    employeeAssets.value.flatMap(({ record, obstacle }) =>
      obstacle === null && ticked.value.has(record.assetNum) ? [record] : [],
    ),
  )
  const chosenLock = computed(
    () => locks.value.find(({ record }) => record.assetNum === lock.value?.assetNum) ?? null,
  )

  /** The loan that gets more products. */
  const extended = computed(() =>
    chosenLock.value?.isLentToSame === true ? loans.ofLock(chosenLock.value.record.assetNum) : null,
  )

  const tick = (assetNums: readonly string[], isTicked: boolean): void => {
    const next = new Set(ticked.value)
    for (const assetNum of assetNums) {
      if (isTicked) next.add(assetNum)
      else next.delete(assetNum)
    }
    ticked.value = next
  }

  watch(memberGlobalId, () => (ticked.value = new Set()), { flush: 'sync' })
  watch(
    () => enterprises.chosenId,
    (now, before) => {
      // The first load of the enterprise list must not reset the selection.
      if (before === null) return
      if (employee.value?.enterpriseGlobalId !== now) employee.value = null
      lock.value = null
    },
    { flush: 'sync' },
  )

  const entry = change.currentEntry
  /** No other loan is sent while one is unconfirmed. */
  const isOpen = computed(() => entry.value?.state === 'unknown')

  /** Nothing of a sent loan is lost with the window: it is in the journal. */
  const isSent = computed(() => change.isRunning.value || entry.value?.state === 'done' || isOpen.value)
  const isUnsent = computed(
    () => !isSent.value && (ticked.value.size > 0 || employee.value !== null || lock.value !== null),
  )
  const unsent = computed((): KeptLoan | null => {
    const enterpriseGlobalId = employee.value?.enterpriseGlobalId ?? enterprises.chosenId
    if (!isUnsent.value || enterpriseGlobalId === null) return null
    return {
      enterpriseGlobalId,
      employee:
        employee.value === null
          ? null
          : {
              memberGlobalId: employee.value.memberGlobalId,
              name: employee.value.name ?? employee.value.userName,
            },
      assetNums: [...ticked.value],
      lock: lock.value?.assetNum ?? null,
      dueOn: dueOn.value,
      proposedDueOn: proposed.value,
      isDateAsked: isDatePressed.value,
    }
  })
  /** Shows the choices of an earlier window. The lists decide what can still be lent. */
  const showKept = (kept: KeptLoan): void => {
    // A loan that a person began since takes its place.
    const isBegun = prepared.value > 0 || employee.value !== null || ticked.value.size > 0
    if (isBegun || change.isRunning.value || entry.value !== null) return
    enterprises.choose(kept.enterpriseGlobalId)
    const { enterpriseGlobalId, employee: borrower } = kept
    if (borrower !== null)
      employee.value = employeeFromLink(enterpriseGlobalId, borrower.memberGlobalId, borrower.name)
    tick(kept.assetNums, true)
    // A lock that was chosen since stays.
    const mayReplace = lock.value === null || lock.value.wasPluggedBefore === true
    if (mayReplace && kept.lock !== null && kept.lock !== lock.value?.assetNum)
      lock.value = { assetNum: kept.lock, plugId: null }
    const isKeptLock = kept.lock === null || kept.lock === lock.value?.assetNum
    const due = keptDue(kept, isKeptLock, dayOf(Date.now()))
    proposed.value = due.proposed
    dueOn.value = due.dueOn
    isDatePressed.value = due.isDateAsked
  }
  const { restore, isSaved, failure: keptFailure } = useKeptLoan(() => unsent.value, showKept)
  const isOnDisk = computed(() => unsent.value !== null && isSaved.value)
  const saveFailure = computed(() => (isUnsent.value ? keptFailure.value : null))
  useUnsentRowsStore().count('loans', () => (isUnsent.value && !isOnDisk.value ? 1 : 0))

  const keepDue = async (loan: RequestedLoan, state: ChangeState | undefined): Promise<void> => {
    const { dueOn: due } = loan
    const isStated = due !== null && (state === 'done' || state === 'unknown')
    const isRemoved = due === null && dueBefore.value !== null && state === 'done'
    if (isStated || isRemoved) dueFailure.value = await loans.setDue(loan, due)
  }
  const send = async (operatorIdentity: Name): Promise<void> => {
    const { value: borrower } = employee
    const target = chosenLock.value
    if (borrower === null || target?.obstacle !== null || chosenAssets.value.length === 0) return
    if (change.isRunning.value || isOpen.value) return
    const loan: RequestedLoan = {
      enterpriseGlobalId: borrower.enterpriseGlobalId,
      memberGlobalId: borrower.memberGlobalId,
      memberName: borrower.name ?? borrower.userName ?? borrower.memberGlobalId,
      borrowedUsbKey: target.record.assetNum,
      assets: chosenAssets.value.map(({ assetId, assetNum }) => ({ assetId: assetId ?? '', assetNum })),
      dueOn: dueOn.value,
    }
    requested.value = loan
    dueFailure.value = null
    const { dueOn: due, ...row } = loan
    await change.send(
      {
        action: 'lend',
        retryOf: null,
        rows: [{ ...row, dueOn: due, assets: [...loan.assets], plugId: lock.value?.plugId ?? null }],
      },
      operatorIdentity,
    )
    const state = entry.value?.state
    // The due date is stored before the result is confirmed, so that leaving the page does not lose it.
    await keepDue(loan, state)
    if (state === 'unknown') await change.checkResult()
  }

  /** Prepares the next loan; the employee stays selected, because one employee often borrows several locks. */
  const begin = (): void => {
    change.reset()
    requested.value = null
    dueFailure.value = null
    ticked.value = new Set()
    lock.value = null
    dueOn.value = null
    dueBefore.value = null
    proposed.value = null
    proposedFor = undefined
    isDatePressed.value = false
    prepared.value += 1
  }

  /** After a failure the selection stays. */
  const dismissFailure = (): void => {
    if (change.isRunning.value || isOpen.value) return
    change.reset()
    requested.value = null
  }
  // Changing the selection dismisses the earlier failure.
  watch([memberGlobalId, ticked, lock], () => {
    const state = entry.value?.state
    if (state === 'failed' || state === 'not-sent' || change.isNotConfirmed.value) dismissFailure()
  })
  /** Proposes the day of a loan; of an overdue one, a new day is asked for. */
  const propose = (due: string | null): void => {
    const isOver = due !== null && due < dayOf(Date.now())
    const wasAsked = isDatePressed.value && dueBefore.value !== null && dueOn.value === null
    proposed.value = isOver ? null : due
    dueOn.value = proposed.value
    // Emptying the day releases “Date”, which then is pressed again.
    if (isOver || wasAsked) void nextTick(() => (isDatePressed.value = isOver))
  }
  watch([() => extended.value?.loanId, prepared], () => {
    const isReading = lock.value !== null && chosenLock.value === null
    if (isSent.value || isReading) return
    const loan = extended.value
    // What was chosen for the products of one loan, also to have no day, is not meant for those of another.
    const wasForAnother = proposedFor !== undefined && proposedFor !== loan?.loanId
    proposedFor = loan?.loanId
    // The day of a lock that is back is over.
    if (dueOn.value === proposed.value || wasForAnother) propose(loan?.state === 'active' ? loan.dueOn : null)
    dueBefore.value = loan?.dueOn ?? null
  })

  return {
    employee,
    ticked,
    lock,
    dueOn,
    isDatePressed,
    requested,
    dueFailure,
    saveFailure,
    records,
    employeeAssets,
    locks,
    chosenAssets,
    chosenLock,
    tick,
    restore,
    progress: change.progress,
    entry,
    isOpen,
    isRunning: change.isRunning,
    isNotConfirmed: change.isNotConfirmed,
    isCheckingResult: change.isCheckingResult,
    send,
    checkResult: change.checkResult,
    begin,
    dismissFailure,
  }
})
