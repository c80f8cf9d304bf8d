import { computed, onScopeDispose } from 'vue'
import { command, onEvent } from '../../bridge'
import { useListLoader } from '../../stores/use-list-loader'
import { throttle } from '../../ui/throttle'

const batchDelayMs = 300
/** Limits the share of time spent on reading a long list. */
const pauseFactor = 10

/** What other computers of the branch changed; it follows as they do. */
export const useSharedResults = () => {
  const loader = useListLoader((from, limit) => command('journal/shared-slice', { from, limit }))
  const reload = throttle(loader.load, batchDelayMs, pauseFactor)
  onEvent('journal/shared-changed', reload.schedule)
  onScopeDispose(reload.stop)
  void loader.load()
  return {
    rows: loader.rows,
    state: loader.state,
    failure: loader.failure,
    load: loader.load,
    /** Whether this computer is in a branch. */
    isInBranch: computed(() => loader.last.value?.isInBranch === true),
  }
}
