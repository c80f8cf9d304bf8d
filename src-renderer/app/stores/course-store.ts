import { defineStore } from 'pinia'
import { computed } from 'vue'
import { openingSteps } from '#shared/model/opening'
import type { Opening, OpeningStep } from '#shared/model/opening'
import { useSettingsStore } from './settings-store'

/**
 * The short course of the first minutes: how far somebody came. It shows the way and does nothing itself; what ticks
 * a step is what really happened (features/lock-desk/opening/use-course-watch.ts).
 */
export const useCourseStore = defineStore('course', () => {
  const settings = useSettingsStore()

  const opening = computed(() => settings.settings.opening)
  const change = (part: Partial<Opening>): void => {
    const { ticked } = opening.value
    // A plain list: what crosses the bridge is cloned, and a reactive one cannot be.
    void settings.change({ opening: { ...opening.value, ticked: [...ticked], ...part } })
  }

  const isTicked = (step: OpeningStep): boolean => opening.value.ticked.includes(step)
  const isUnderWay = computed(() => opening.value.state === 'offered' || opening.value.state === 'begun')
  /** The first step that has not happened; null when all have. */
  const current = computed(() => openingSteps.find((step) => !isTicked(step)) ?? null)

  const tick = (steps: readonly OpeningStep[]): void => {
    const ticked = openingSteps.filter((step) => isTicked(step) || steps.includes(step))
    if (isUnderWay.value && ticked.length > opening.value.ticked.length) change({ ticked })
  }

  return {
    opening,
    isUnderWay,
    current,
    isTicked,
    tick,
    /** From now on it goes along on every page. */
    begin: (): void => {
      if (opening.value.state === 'offered') change({ state: 'begun' })
    },
    restart: (): void => change({ state: 'begun', ticked: [], since: Date.now() }),
    putAside: (): void => change({ state: 'aside' }),
    end: (): void => change({ state: 'over' }),
  }
})
