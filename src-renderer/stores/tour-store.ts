import { defineStore } from 'pinia'
import { computed } from 'vue'
import { tourSteps } from '#shared/model/app/tour'
import type { TourProgress, TourStepId } from '#shared/model/app/tour'
import { useSettingsStore } from './settings-store'

/**
 * The progress of the getting-started tour. The tour performs nothing itself: a step is checked when it really
 * happened (features/lock-desk/onboarding/tour-facts.ts).
 */
export const useTourStore = defineStore('tour', () => {
  const settings = useSettingsStore()

  const opening = computed(() => settings.settings.opening)
  const change = (part: Partial<TourProgress>): void => {
    const { ticked } = opening.value
    // A plain array: data sent over the bridge is cloned, and reactive proxies cannot be cloned.
    void settings.change({ opening: { ...opening.value, ticked: [...ticked], ...part } })
  }

  const isTicked = (step: TourStepId): boolean => opening.value.ticked.includes(step)
  const isRunning = computed(() => opening.value.state === 'offered' || opening.value.state === 'begun')
  /** The first unfinished step; null if all are finished. */
  const current = computed(() => tourSteps.find((step) => !isTicked(step)) ?? null)

  const tick = (steps: readonly TourStepId[]): void => {
    const ticked = tourSteps.filter((step) => isTicked(step) || steps.includes(step))
    if (isRunning.value && ticked.length > opening.value.ticked.length) change({ ticked })
  }

  return {
    opening,
    isRunning,
    current,
    isTicked,
    tick,
    /** Shows the tour on every page from now on. */
    begin: (): void => {
      if (opening.value.state === 'offered') change({ state: 'begun' })
    },
    restart: (): void => change({ state: 'begun', ticked: [], since: Date.now() }),
    dismiss: (): void => change({ state: 'aside' }),
    end: (): void => change({ state: 'over' }),
  }
})
