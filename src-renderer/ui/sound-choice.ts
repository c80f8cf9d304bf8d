/** `success`: it was done · `attention`: it was not, or nobody knows; look at the screen. */
export type Cue = 'success' | 'attention'

/** A cue lasts no longer than this; what comes meanwhile is told together with it. */
export const burstMs = 400

export interface PlayedCue {
  readonly cue: Cue
  /** Ms on a clock that does not jump. */
  readonly at: number
}

/**
 * Which cue is to be heard now. In a burst one cue stands for all: a success that follows another cue is dropped;
 * attention is never lost, and comes over a success at once.
 */
export const chooseCue = (asked: Cue, now: number, last: PlayedCue | null, isOn: boolean): Cue | null => {
  if (!isOn) return null
  const inBurst = last !== null && now - last.at < burstMs
  if (!inBurst) return asked
  return asked === 'attention' && last.cue === 'success' ? 'attention' : null
}

/** What becomes of a change, as far as the ear is concerned; null while it is under way. */
export const cueOfState = (
  state: 'intent' | 'sent' | 'done' | 'failed' | 'not-sent' | 'unknown',
): Cue | null => {
  if (state === 'intent' || state === 'sent') return null
  return state === 'done' ? 'success' : 'attention'
}
