import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { LockRecord } from '#shared/model/lock-record'
import { useAssetsStore } from '../../app/stores/assets-store'
import { useEnterprisesStore } from '../../app/stores/enterprises-store'
import { useJobsStore } from '../../app/stores/jobs-store'
import { useChange } from '../../changes/use-change'
import { assetRows, lockRows } from './lend-choice'
import { useLoansStore } from './loans-store'

export interface ChosenLock {
  readonly assetNum: string
  /** The one in the port: main reads it once more right before the loan is sent. */
  readonly plugId: string | null
}

/** What was asked for, as it was then: the lists move on. */
export interface AskedLoan {
  readonly enterpriseGlobalId: string
  readonly memberGlobalId: string
  readonly memberName: string
  readonly borrowedUsbKey: string
  readonly assets: readonly { readonly assetId: string; readonly assetNum: string }[]
  readonly dueOn: string | null
}

/** The loan that is being made. It outlives its page, as what was sent does. */
export const useLendStore = defineStore('lend', () => {
  const enterprises = useEnterprisesStore()
  const assets = useAssetsStore()
  const loans = useLoansStore()
  const jobs = useJobsStore()
  const change = useChange()

  const employee = shallowRef<EmployeeRecord | null>(null)
  const ticked = ref<ReadonlySet<string>>(new Set())
  const lock = shallowRef<ChosenLock | null>(null)
  const dueOn = ref<string | null>(null)
  const asked = shallowRef<AskedLoan | null>(null)

  const records = computed<readonly LockRecord[]>(() =>
    assets.enterpriseGlobalId === enterprises.chosenId ? (assets.list?.rows ?? []) : [],
  )
  const memberGlobalId = computed(() => employee.value?.memberGlobalId ?? null)
  const theirs = computed(() =>
    memberGlobalId.value === null ? [] : assetRows(records.value, memberGlobalId.value),
  )
  const locks = computed(() => lockRows(records.value, memberGlobalId.value))
  /** A tick on what was lent meanwhile is none. */
  const chosenAssets = computed(() =>
    theirs.value.flatMap(({ record, whyNot }) =>
      whyNot === null && ticked.value.has(record.assetNum) ? [record] : [],
    ),
  )
  const chosenLock = computed(
    () => locks.value.find(({ record }) => record.assetNum === lock.value?.assetNum) ?? null,
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
      // The register coming in for the first time chooses nothing else than what is shown.
      if (before === null) return
      if (employee.value?.enterpriseGlobalId !== now) employee.value = null
      lock.value = null
    },
    { flush: 'sync' },
  )

  /** As far as it is known: a look of main's own, later, may settle what was unknown. */
  const entry = computed(() => {
    const { value: ended } = change.course
    if (ended.state !== 'ended') return null
    return jobs.rowsOf(ended.job.jobId)?.[0] ?? ended.rows[0] ?? null
  })
  /** Nothing is sent on top of a loan of which it is not known whether it was made. */
  const isOpen = computed(() => entry.value?.state === 'unknown')

  const send = async (operatorIdentity: string): Promise<void> => {
    const { value: whose } = employee
    const onto = chosenLock.value
    if (whose === null || onto?.whyNot !== null || chosenAssets.value.length === 0) return
    if (change.isRunning.value || isOpen.value) return
    const loan: AskedLoan = {
      enterpriseGlobalId: whose.enterpriseGlobalId,
      memberGlobalId: whose.memberGlobalId,
      memberName: whose.name ?? whose.userName ?? whose.memberGlobalId,
      borrowedUsbKey: onto.record.assetNum,
      assets: chosenAssets.value.map(({ assetId, assetNum }) => ({ assetId: assetId ?? '', assetNum })),
      dueOn: dueOn.value,
    }
    asked.value = loan
    const { dueOn: due, ...row } = loan
    await change.send(
      {
        action: 'lend',
        retryOf: null,
        rows: [{ ...row, assets: [...loan.assets], plugId: lock.value?.plugId ?? null }],
      },
      operatorIdentity,
    )
    const state = entry.value?.state
    // A date before the outcome is known, too: it must not be lost with the page.
    if (due !== null && (state === 'done' || state === 'unknown')) await loans.setDue(loan, due, '')
    if (state === 'unknown') await change.settle()
  }

  /** For the next loan; the person in front of the counter often stays. */
  const begin = (): void => {
    change.forget()
    asked.value = null
    ticked.value = new Set()
    lock.value = null
    dueOn.value = null
  }

  /** After a refusal the rest stands as it was chosen. */
  const amend = (): void => {
    if (change.isRunning.value || isOpen.value) return
    change.forget()
    asked.value = null
  }
  // Whoever chooses something else has read why the loan before was refused.
  watch([memberGlobalId, ticked, lock], () => {
    const state = entry.value?.state
    if (state === 'failed' || state === 'not-sent') amend()
  })

  return {
    employee,
    ticked,
    lock,
    dueOn,
    asked,
    records,
    theirs,
    locks,
    chosenAssets,
    chosenLock,
    tick,
    course: change.course,
    entry,
    isOpen,
    isRunning: change.isRunning,
    isSettling: change.isSettling,
    send,
    settle: change.settle,
    begin,
    amend,
  }
})
