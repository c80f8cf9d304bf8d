import { readonly, ref } from 'vue'
import type { Ref } from 'vue'
import type { TimeZone } from '#shared/model/time-zone'

// The window shows one platform at a time.

const zone = ref<TimeZone>(null)
const clockAheadMs = ref<number | null>(null)

/** The zone of the open platform's dates. */
export const usePlatformZone = (): Readonly<Ref<TimeZone>> => readonly(zone)

export const setPlatformZone = (next: TimeZone): void => {
  zone.value = next
}

/** How far this computer's clock is ahead of the platform's, ms; null if they are about equal or the platform's is unknown. */
export const usePlatformClock = (): Readonly<Ref<number | null>> => readonly(clockAheadMs)

export const setPlatformClock = (aheadMs: number | null): void => {
  clockAheadMs.value = aheadMs
}
