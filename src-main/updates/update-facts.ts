import type { UpdateState } from '#shared/update-commands'
import type { UpdateFacts } from '../diagnose/parts'

/** What Diagnose says of updates. */
export const updateFacts = (state: UpdateState): UpdateFacts => {
  const { course, current, choices } = state
  if (course.step === 'failed') return { state: 'failed', message: course.detail }
  if ('offer' in course) return { state: 'waiting', version: course.offer.version }
  if (choices.mode === 'off') return { state: 'off' }
  return { state: 'current', version: current }
}
