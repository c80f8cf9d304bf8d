import { computed, onScopeDispose, readonly, ref, toValue } from 'vue'
import type { MaybeRefOrGetter, Ref } from 'vue'
import type { TimeZone } from '#shared/model/time-zone'
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

/** The calendar day in a zone, such as `2026-11-30`. What depends on it only changes at midnight. */
export const useToday = (zone: MaybeRefOrGetter<TimeZone> = null): Readonly<Ref<string>> => {
  const current = useNow()
  return computed(() => dayOf(current.value, toValue(zone)))
}
