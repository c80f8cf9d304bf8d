import { computed, watch } from 'vue'
import type { Loan } from '#shared/model/changes/loan'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { useAppStore } from '../../stores/app-store'
import { useLoansStore } from './loans-store'

/** The listed loan of a lent lock, or of an asset whose products are on one; null while it is not known. */
export const useLoanOf = (record: () => LockRecord | null) => {
  const app = useAppStore()
  const loans = useLoansStore()
  const lent = computed(() => {
    const known = record()
    return known?.lent === true && !app.isPageHidden('lending') ? known : null
  })
  watch(lent, (known) => known !== null && loans.loadOnce(), { immediate: true })
  return computed((): Loan | null => {
    if (lent.value === null) return null
    const { assetNum, borrowedUsbKey } = lent.value
    return borrowedUsbKey === true ? loans.ofLock(assetNum) : loans.ofAsset(assetNum)
  })
}
