import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { plainDigits } from '#shared/model/locks/shell-number'
import { command } from '../../bridge'

const maxRows = 8

/** Whether the text is long enough for a number search: two characters, one of them a digit. */
export const mayBeNumber = (text: string): boolean => {
  const plain = plainDigits(text)
  return plain.length >= 2 && /\d/.test(plain) && !/\s/.test(plain)
}

/**
 * Searches locks by a part of their number in all lists that main has read; each key searches again, and only
 * the last response is used.
 */
export const useLockSearch = (text: () => string) => {
  const rows = shallowRef<readonly LockRecord[]>([])
  const total = ref(0)
  const isSearching = ref(false)
  let lastRequestId = 0

  const search = async (typed: string): Promise<void> => {
    lastRequestId += 1
    const requestId = lastRequestId
    if (!mayBeNumber(typed)) {
      rows.value = []
      total.value = 0
      isSearching.value = false
      return
    }
    isSearching.value = true
    const outcome = await command('assets/find', { text: typed, limit: maxRows })
    if (requestId !== lastRequestId) return
    isSearching.value = false
    const found = outcome.ok && outcome.value.state === 'found' ? outcome.value : { rows: [], total: 0 }
    rows.value = found.rows
    total.value = found.total
  }
  watch(text, (typed) => void search(typed), { immediate: true })
  onScopeDispose(() => (lastRequestId += 1))

  return { rows, total, isSearching }
}
