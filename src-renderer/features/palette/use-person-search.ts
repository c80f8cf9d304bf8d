import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { useEnterprisesStore } from '../../app/stores/enterprises-store'
import { command } from '../../bridge'

/** After the last key of several: each search is a call of the platform's. */
const settleFor = 180
const enough = 8
/** Enterprises that are asked at the same time. */
const atOnce = 4

/** A name, or a part of one: one Chinese character says much, one letter nothing. */
export const mayBeName = (text: string): boolean => {
  const name = text.trim()
  return /\p{Script=Han}/u.test(name) || (/\p{L}/u.test(name) && name.length >= 2)
}

/** Employees of all registered enterprises by the platform's own search, the chosen enterprise first. */
export const usePersonSearch = (text: () => string) => {
  const register = useEnterprisesStore()
  const rows = shallowRef<readonly EmployeeRecord[]>([])
  const isSearching = ref(false)
  const hasFailed = ref(false)
  let newest = 0
  let settling: ReturnType<typeof setTimeout> | undefined

  const ask = async (keyword: string, mine: number): Promise<void> => {
    await register.loadOnce()
    const ids = register.enterprises.map(({ enterpriseGlobalId }) => enterpriseGlobalId)
    const { chosenId } = register
    const inOrder = [...ids.filter((id) => id === chosenId), ...ids.filter((id) => id !== chosenId)]
    for (let from = 0; from < inOrder.length && rows.value.length < enough; from += atOnce) {
      const outcomes = await Promise.all(
        inOrder
          .slice(from, from + atOnce)
          .map((enterpriseGlobalId) =>
            command('employees/find', { enterpriseGlobalId, keyword, departmentId: null, pageNum: 1 }),
          ),
      )
      if (mine !== newest) return
      hasFailed.value ||= outcomes.some(({ ok }) => !ok)
      const found = outcomes.flatMap((outcome) =>
        outcome.ok && outcome.value.state === 'found' ? outcome.value.rows : [],
      )
      const present = found.filter(({ deleted }) => deleted !== true)
      rows.value = [...rows.value, ...present].slice(0, enough)
    }
    isSearching.value = false
  }

  watch(
    text,
    (typed) => {
      clearTimeout(settling)
      newest += 1
      const mine = newest
      rows.value = []
      hasFailed.value = false
      isSearching.value = mayBeName(typed)
      if (isSearching.value) settling = setTimeout(() => void ask(typed.trim(), mine), settleFor)
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    clearTimeout(settling)
    newest += 1
  })

  return { rows, isSearching, hasFailed }
}
