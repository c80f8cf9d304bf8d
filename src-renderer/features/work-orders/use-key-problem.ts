import { computed } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import { useAppStore } from '../../stores/app-store'

/** Why a signature does not count, and whether its key can be trusted here. */
export const useKeyProblem = (problem: () => CommandFailure | null) => {
  const app = useAppStore()
  /** The policy names the trusted keys: comparing words leads nowhere. */
  const isManaged = computed(() => app.policy.trustedKeys !== undefined)
  const isUnknown = computed(() => problem()?.code === 'key-unknown')
  return {
    canTrust: computed(() => !isManaged.value && (isUnknown.value || problem()?.code === 'key-withdrawn')),
    shown: computed((): CommandFailure | null =>
      isManaged.value && isUnknown.value ? { code: 'keys-managed', message: '' } : problem(),
    ),
  }
}
