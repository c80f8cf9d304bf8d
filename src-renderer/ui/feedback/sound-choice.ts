/** `success`: the change was completed · `attention`: it failed or is unconfirmed. */
export type Cue = 'success' | 'attention'

/** The maximum length of a cue; results within it share one cue. */
export const burstWindowMs = 400

export interface PlayedCue {
  readonly cue: Cue
  /** Ms on a monotonic clock. */
  readonly at: number
}

/**
 * The cue to play now. One cue covers a burst: a success that follows another cue is dropped; attention is
 * never dropped and interrupts a success.
 */
export const chooseCue = (requested: Cue, now: number, last: PlayedCue | null, isOn: boolean): Cue | null => {
  if (!isOn) return null
  const inBurst = last !== null && now - last.at < burstWindowMs
  if (!inBurst) return requested
  return requested === 'attention' && last.cue === 'success' ? 'attention' : null
}

/** The cue for a change's state; null while it is in progress. */
export const cueOfState = (
  state: 'intent' | 'sent' | 'done' | 'failed' | 'not-sent' | 'unknown',
): Cue | null => {
  if (state === 'intent' || state === 'sent') return null
  return state === 'done' ? 'success' : 'attention'
}
