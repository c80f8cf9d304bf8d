import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { command } from '../bridge'

/** Long enough for a next key of a fast hand, too short to be noticed by a slow one. */
const settleFor = 200

/**
 * The platform's own search, page by page, as a person types. A newer question takes an older one's place; pages may
 * overlap where somebody was added meanwhile, so nobody stands twice.
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
  let newest = 0
  let settling: ReturnType<typeof setTimeout> | undefined

  const read = async (page: number): Promise<void> => {
    const id = enterpriseGlobalId()
    if (id === null) return
    newest += 1
    const mine = newest
    state.value = 'searching'
    const outcome = await command('employees/find', {
      enterpriseGlobalId: id,
      keyword,
      departmentId: departmentId(),
      pageNum: page,
    })
    if (mine !== newest) return
    if (!outcome.ok) {
      failure.value = outcome.error
      state.value = 'failed'
      return
    }
    // Another picker of the same enterprise asked after this one; its own answer is on the way there.
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
    clearTimeout(settling)
    keyword = text.trim()
    rows.value = []
    total.value = null
    hasMore.value = false
    return read(1)
  }

  /** After the last key of several. */
  const searchSoon = (text: string): void => {
    clearTimeout(settling)
    // What was found for another text must not be taken for this one; nor an answer that is still on its way.
    newest += 1
    rows.value = []
    hasMore.value = false
    state.value = 'searching'
    settling = setTimeout(() => void search(text), settleFor)
  }

  const forget = (): void => {
    clearTimeout(settling)
    newest += 1
    rows.value = []
    total.value = null
    hasMore.value = false
    failure.value = null
    state.value = 'idle'
  }
  onScopeDispose(forget)

  return {
    rows,
    total,
    state,
    failure,
    hasMore,
    isSearching: computed(() => state.value === 'searching'),
    search,
    searchSoon,
    /** The next page; after a failure, the page that failed. */
    more: () => read(pageNum + 1),
    again: () => read(rows.value.length === 0 ? 1 : pageNum + 1),
    forget,
  }
}
