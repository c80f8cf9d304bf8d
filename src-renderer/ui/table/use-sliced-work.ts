import { onScopeDispose, ref } from 'vue'
import { runTimeSliced } from './run-time-sliced'
import type { Steps } from './run-time-sliced'

/** One piece of work at a time in time slices: the next one takes the place of the one that runs. */
export const useSlicedWork = () => {
  const isRunning = ref(false)
  let cancelRunning = (): void => undefined

  const cancel = (): void => {
    cancelRunning()
    isRunning.value = false
  }
  onScopeDispose(cancel)

  return {
    isRunning,
    run: <Result>(steps: Steps<Result>, onDone: (result: Result) => void): void => {
      cancelRunning()
      isRunning.value = true
      const own = { isOver: false }
      const cancelOwn = runTimeSliced(steps, (result) => {
        own.isOver = true
        isRunning.value = false
        onDone(result)
      })
      // Short work is over already, and its end may have started the next one.
      if (!own.isOver) cancelRunning = cancelOwn
    },
    /** The work is over without its result. */
    cancel,
  }
}
export type SlicedWork = ReturnType<typeof useSlicedWork>
