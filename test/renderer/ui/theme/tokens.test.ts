import { describe, expect, it } from 'vitest'
import { dark, light } from '../../../../src-renderer/ui/theme/tokens'
import type { Tokens } from '../../../../src-renderer/ui/theme/tokens'

/** Contrast ratio as in WCAG 2.2. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (brighter + 0.05) / (darker + 0.05)
}

const grounds = ['ground', 'rail', 'surface', 'sunken'] as const
const states = ['enabled', 'disabled', 'lent', 'expired', 'frozen', 'unknown'] as const
const pairs: readonly (readonly [keyof Tokens, keyof Tokens])[] = [
  ...grounds.flatMap(
    (ground) =>
      [
        ['text', ground],
        ['quiet', ground],
        ['accent', ground],
      ] as const,
  ),
  ...states.flatMap(
    (state) =>
      [
        [state, `${state}Soft`],
        [state, 'surface'],
        [state, 'ground'],
      ] as const,
  ),
  ['accent', 'accentSoft'],
  ['onAccent', 'accent'],
  ['onAccent', 'accentStrong'],
  ['onDanger', 'dangerFill'],
  ['onDanger', 'dangerFillStrong'],
  ['danger', 'surface'],
  ['danger', 'dangerSoft'],
  ['danger', 'trainingSoft'],
  ['quiet', 'dangerSoft'],
  ['quiet', 'unknownSoft'],
  ['quiet', 'line'],
  ['text', 'expiredSoft'],
  ['quiet', 'expiredSoft'],
  ['quiet', 'accentSoft'],
  ['trainingText', 'trainingSoft'],
  ['trainingText', 'surface'],
]

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s colors', (_name, tokens) => {
  it.each(pairs)('keep %s readable on %s', (text, ground) => {
    expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['dangerFill', 'dangerFillStrong'] as const)('keep %s saturated', (name) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(tokens[name].slice(at, at + 2), 16))
    expect(Math.min(...parts) / Math.max(...parts)).toBeLessThan(0.3)
  })
})
