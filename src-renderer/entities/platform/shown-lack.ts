import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import type { PlatformStatus } from '#shared/bridge/app-commands'
import { useSavedPlatformsStore } from './saved-platforms-store'

type Lack = NonNullable<PlatformStatus['lacks']>

/** Credentials that are saved but locked are not missing: they are to be unlocked, not entered. */
export const useShownLack = (lacks: () => Lack | null): ComputedRef<Lack | 'unreadable' | null> => {
  const platforms = useSavedPlatformsStore()
  const areUnreadable = computed(() => Object.values(platforms.current?.secrets ?? {}).includes('unreadable'))
  return computed(() => {
    const lack = lacks()
    return lack === 'credentials' && areUnreadable.value ? 'unreadable' : lack
  })
}
