import { describe, expect, it } from 'vitest'
import { burstMs, chooseCue, cueOfState } from '../../../src-renderer/ui/sound-choice'
import type { Cue, PlayedCue } from '../../../src-renderer/ui/sound-choice'

/** What is heard of cues asked for at these times. */
const heardOf = (asked: readonly (readonly [Cue, number])[], isOn = true): PlayedCue[] => {
  const heard: PlayedCue[] = []
  for (const [cue, at] of asked) {
    const chosen = chooseCue(cue, at, heard.at(-1) ?? null, isOn)
    if (chosen !== null) heard.push({ cue: chosen, at })
  }
  return heard
}

describe('the sound', () => {
  it('plays what is asked for', () => {
    expect(chooseCue('success', 0, null, true)).toBe('success')
    expect(chooseCue('attention', 0, null, true)).toBe('attention')
  })

  it('is silent when it is turned off', () => {
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

  it('plays one cue for a burst of successes', () => {
    const burst = Array.from({ length: 10 }, (_, index) => ['success', index * 20] as const)
    expect(heardOf(burst)).toEqual([{ cue: 'success', at: 0 }])
  })

  it('never loses attention in a burst, and plays it once', () => {
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

  it('plays again when the burst is over', () => {
    expect(
      heardOf([
        ['success', 0],
        ['success', burstMs],
      ]),
    ).toHaveLength(2)
  })

  it('calls for attention for everything that was not done', () => {
    expect(
      (['intent', 'sent', 'done', 'failed', 'not-sent', 'unknown'] as const).map((state) =>
        cueOfState(state),
      ),
    ).toEqual([null, null, 'success', 'attention', 'attention', 'attention'])
  })
})
