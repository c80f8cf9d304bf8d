import { computed, onScopeDispose, readonly, ref } from 'vue'
import type { Ref } from 'vue'
import { dayOf } from '#shared/model/calendar-day'

/** Short enough to keep “2 minutes ago” accurate. */
const tick = 15_000

const now = ref(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The current time for relative times and days left; the window shares one timer. */
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

/** The local calendar day, such as `2026-11-30`. What depends on it only changes at midnight. */
export const useToday = (): Readonly<Ref<string>> => {
  const current = useNow()
  return computed(() => dayOf(current.value))
}
