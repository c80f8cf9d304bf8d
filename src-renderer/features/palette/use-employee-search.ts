import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { useEnterprisesStore } from '../../entities/enterprise/enterprises-store'
import { command } from '../../bridge'

/** Waits for a pause in typing, ms: each search is a platform request. */
const typingPauseMs = 180
const enough = 8
/** The number of enterprises searched at the same time. */
const atOnce = 4

/** Whether the text is long enough for a name: one Chinese character is enough, one Latin letter is not. */
const mayBeName = (text: string): boolean => {
  const name = text.trim()
  return /\p{Script=Han}/u.test(name) || (/\p{L}/u.test(name) && name.length >= 2)
}

/** Searches the employees of all known enterprises on the platform, the chosen enterprise first. */
export const useEmployeeSearch = (text: () => string) => {
  const enterprisesStore = useEnterprisesStore()
  const rows = shallowRef<readonly EmployeeRecord[]>([])
  const isSearching = ref(false)
  const hasFailed = ref(false)
  let lastRequestId = 0
  let searchTimer: ReturnType<typeof setTimeout> | undefined

  const findEmployees = async (keyword: string, requestId: number): Promise<void> => {
    await enterprisesStore.loadOnce()
    const ids = enterprisesStore.enterprises.map(({ enterpriseGlobalId }) => enterpriseGlobalId)
    const { chosenId } = enterprisesStore
    const inOrder = [...ids.filter((id) => id === chosenId), ...ids.filter((id) => id !== chosenId)]
    for (let from = 0; from < inOrder.length && rows.value.length < enough; from += atOnce) {
      const outcomes = await Promise.all(
        inOrder
          .slice(from, from + atOnce)
          .map((enterpriseGlobalId) =>
            command('employees/find', { enterpriseGlobalId, keyword, departmentId: null, pageNum: 1 }),
          ),
      )
      if (requestId !== lastRequestId) return
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
      clearTimeout(searchTimer)
      lastRequestId += 1
      const requestId = lastRequestId
      rows.value = []
      hasFailed.value = false
      isSearching.value = mayBeName(typed)
      if (isSearching.value)
        searchTimer = setTimeout(() => void findEmployees(typed.trim(), requestId), typingPauseMs)
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    clearTimeout(searchTimer)
    lastRequestId += 1
  })

  return { rows, isSearching, hasFailed }
}
