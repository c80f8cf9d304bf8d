import { shallowReadonly, shallowRef } from 'vue'

export type Urgency = 'polite' | 'assertive'

export interface Announcement {
  readonly text: string
  /** Another one each time: the same words said twice are read aloud twice. */
  readonly turn: number
}

const silence: Announcement = { text: '', turn: 0 }
const said = { polite: shallowRef(silence), assertive: shallowRef(silence) }

/** What stands in the window's live regions (LiveRegions.vue). */
export const announcements = {
  polite: shallowReadonly(said.polite),
  assertive: shallowReadonly(said.assertive),
}

/** Has a screen reader say something: results when it has finished, failures at once. */
export const announce = (text: string, urgency: Urgency = 'polite'): void => {
  if (text === '') return
  said[urgency].value = { text, turn: said[urgency].value.turn + 1 }
}
