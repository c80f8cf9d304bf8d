import { onScopeDispose, readonly, ref } from 'vue'
import type { Ref } from 'vue'

/** Often enough for “2 minutes ago” to be true. */
const tick = 15_000

const now = ref(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The time that relative times and days left are counted from; one clock for the whole window. */
export const useNow = (): Readonly<Ref<number>> => {
  if (watchers === 0) {
    now.value = Date.now()
    timer = setInterval(() => (now.value = Date.now()), tick)
  }
  watchers += 1
  onScopeDispose(() => {
    watchers -= 1
    if (watchers === 0) clearInterval(timer)
  })
  return readonly(now)
}
