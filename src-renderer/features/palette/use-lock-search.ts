import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { LockRecord } from '#shared/model/lock-record'
import { plainDigits } from '#shared/model/shell-number'
import { command } from '../../bridge'

const shown = 8

/** A part of a number that is worth a search: two signs, one of them a digit. */
export const mayBeNumber = (text: string): boolean => {
  const plain = plainDigits(text)
  return plain.length >= 2 && /\d/.test(plain) && !/\s/.test(plain)
}

/** Locks by a part of their number, among all that main has read; each key asks anew, and only the last answer counts. */
export const useLockSearch = (text: () => string) => {
  const rows = shallowRef<readonly LockRecord[]>([])
  const total = ref(0)
  const isSearching = ref(false)
  let newest = 0

  const search = async (wanted: string): Promise<void> => {
    newest += 1
    const mine = newest
    if (!mayBeNumber(wanted)) {
      rows.value = []
      total.value = 0
      isSearching.value = false
      return
    }
    isSearching.value = true
    const outcome = await command('assets/find', { text: wanted, limit: shown })
    if (mine !== newest) return
    isSearching.value = false
    const found = outcome.ok && outcome.value.state === 'found' ? outcome.value : { rows: [], total: 0 }
    rows.value = found.rows
    total.value = found.total
  }
  watch(text, (wanted) => void search(wanted), { immediate: true })
  onScopeDispose(() => (newest += 1))

  return { rows, total, isSearching }
}
