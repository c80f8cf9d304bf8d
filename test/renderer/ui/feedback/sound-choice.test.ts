import { describe, expect, it } from 'vitest'
import { burstWindowMs, chooseCue, cueOfState } from '../../../../src-renderer/ui/feedback/sound-choice'
import type { Cue, PlayedCue } from '../../../../src-renderer/ui/feedback/sound-choice'

/** The cues that are played for requests at these times. */
const heardOf = (cues: readonly (readonly [Cue, number])[], isOn = true): PlayedCue[] => {
  const heard: PlayedCue[] = []
  for (const [cue, at] of cues) {
    const chosen = chooseCue(cue, at, heard.at(-1) ?? null, isOn)
    if (chosen !== null) heard.push({ cue: chosen, at })
  }
  return heard
}

describe('chooseCue', () => {
  it('plays the requested cue', () => {
    expect(chooseCue('success', 0, null, true)).toBe('success')
    expect(chooseCue('attention', 0, null, true)).toBe('attention')
  })

  it('is silent when turned off', () => {
    expect(
      heardOf(
        [
          ['success', 0],
          ['attention', 5000],
        ],
        false,
      ),
    ).toEqual([])
  })

  it('plays one cue for several successes in a row', () => {
    const burst = Array.from({ length: 10 }, (_, index) => ['success', index * 20] as const)
    expect(heardOf(burst)).toEqual([{ cue: 'success', at: 0 }])
  })

  it('always plays attention once in a series', () => {
    expect(
      heardOf([
        ['success', 0],
        ['attention', 50],
        ['success', 90],
        ['attention', 120],
      ]),
    ).toEqual([
      { cue: 'success', at: 0 },
      { cue: 'attention', at: 50 },
    ])
  })

  it('plays again after a series', () => {
    expect(
      heardOf([
        ['success', 0],
        ['success', burstWindowMs],
      ]),
    ).toHaveLength(2)
  })

  it('plays attention for every result but completed', () => {
    expect(
      (['intent', 'sent', 'done', 'failed', 'not-sent', 'unknown'] as const).map((state) =>
        cueOfState(state),
      ),
    ).toEqual([null, null, 'success', 'attention', 'attention', 'attention'])
  })
})
