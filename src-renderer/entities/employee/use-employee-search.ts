import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { halfWidth } from '#shared/normalized'
import { command } from '../../bridge'

/** Longer than the time between keys of a fast typist, too short to be noticed, ms. */
const typingPauseMs = 200

/**
 * The platform's search while the user types, page by page. A newer search replaces an older one. Pages may
 * overlap if an employee was added meanwhile, so duplicates are removed.
 */
export const useEmployeeSearch = (
  enterpriseGlobalId: () => string | null,
  departmentId: () => string | null = () => null,
) => {
  const rows = shallowRef<readonly EmployeeRecord[]>([])
  const total = ref<number | null>(null)
  const state = ref<'idle' | 'searching' | 'found' | 'failed'>('idle')
  const failure = shallowRef<CommandFailure | null>(null)
  const hasMore = ref(false)
  let keyword = ''
  let pageNum = 0
  let lastRequestId = 0
  let searchTimer: ReturnType<typeof setTimeout> | undefined

  const read = async (page: number): Promise<void> => {
    const id = enterpriseGlobalId()
    if (id === null) return
    lastRequestId += 1
    const requestId = lastRequestId
    state.value = 'searching'
    const outcome = await command('employees/find', {
      enterpriseGlobalId: id,
      keyword,
      departmentId: departmentId(),
      pageNum: page,
    })
    if (requestId !== lastRequestId) return
    if (!outcome.ok) {
      failure.value = outcome.error
      state.value = 'failed'
      return
    }
    // Another picker of the same enterprise has searched since; its response is on the way.
    if (outcome.value.state === 'superseded') {
      state.value = 'found'
      return
    }
    const { rows: found, pages } = outcome.value
    const before = page === 1 ? [] : rows.value
    const known = new Set(before.map(({ memberGlobalId }) => memberGlobalId))
    rows.value = [...before, ...found.filter(({ memberGlobalId }) => !known.has(memberGlobalId))]
    total.value = outcome.value.total
    pageNum = page
    hasMore.value =
      found.length > 0 &&
      (pages !== null
        ? page < pages
        : outcome.value.total !== null && rows.value.length < outcome.value.total)
    failure.value = null
    state.value = 'found'
  }

  const search = (text: string): Promise<void> => {
    clearTimeout(searchTimer)
    keyword = halfWidth(text).trim()
    rows.value = []
    total.value = null
    hasMore.value = false
    return read(1)
  }

  /** Searches after a short pause in typing. */
  const searchSoon = (text: string): void => {
    clearTimeout(searchTimer)
    // Results for another text, and a pending response, must not be used for this one.
    lastRequestId += 1
    rows.value = []
    hasMore.value = false
    state.value = 'searching'
    searchTimer = setTimeout(() => void search(text), typingPauseMs)
  }

  const clear = (): void => {
    clearTimeout(searchTimer)
    lastRequestId += 1
    rows.value = []
    total.value = null
    hasMore.value = false
    failure.value = null
    state.value = 'idle'
  }
  onScopeDispose(clear)

  return {
    rows,
    total,
    state,
    failure,
    hasMore,
    isSearching: computed(() => state.value === 'searching'),
    search,
    searchSoon,
    /** Loads the next page; after a failure, the same page again. */
    more: () => read(pageNum + 1),
    again: () => read(rows.value.length === 0 ? 1 : pageNum + 1),
    clear,
  }
}
