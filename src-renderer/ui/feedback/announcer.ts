import { shallowReadonly, shallowRef } from 'vue'

export type Urgency = 'polite' | 'assertive'

interface Announcement {
  readonly text: string
  /** Differs for each announcement, so that screen readers repeat identical text. */
  readonly turn: number
}

const silence: Announcement = { text: '', turn: 0 }
const current = { polite: shallowRef(silence), assertive: shallowRef(silence) }

/** The content of the window's live regions (LiveRegions.vue). */
export const announcements = {
  polite: shallowReadonly(current.polite),
  assertive: shallowReadonly(current.assertive),
}

/** Announces text to screen readers: polite waits for the current speech, assertive interrupts it. */
export const announce = (text: string, urgency: Urgency = 'polite'): void => {
  if (text === '') return
  current[urgency].value = { text, turn: current[urgency].value.turn + 1 }
}

/** Takes back what no longer applies: a live region keeps its text until the next one. */
export const endAnnouncement = (text: string): void => {
  for (const region of Object.values(current))
    if (region.value.text === text) region.value = { ...region.value, text: '' }
}
