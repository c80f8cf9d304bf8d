import { ref } from 'vue'

/** Asks before an unsaved result is closed or replaced. The open result shows the question. */
export const useUnsavedQuestion = (isUnsaved: () => boolean) => {
  const isAsking = ref(false)
  let waiting: readonly ((mayLose: boolean) => void)[] = []
  return {
    isAsking,
    /** Whether the open result may be lost. */
    ask: (): Promise<boolean> => {
      if (!isUnsaved()) return Promise.resolve(true)
      isAsking.value = true
      return new Promise((done) => (waiting = [...waiting, done]))
    },
    answer: (mayLose: boolean): void => {
      isAsking.value = false
      const asked = waiting
      waiting = []
      for (const done of asked) done(mayLose)
    },
  }
}
