/** What a result means, as a color: `text-${tone}` of `layout.css`. */
export type Tone = 'good' | 'warning' | 'danger' | 'unknown' | 'quiet' | 'plain'

/** The color of a tone in `tokens.ts`; null has none of its own. */
export const toneColors: Readonly<Record<Tone, string | null>> = {
  good: 'enabled',
  warning: 'expired',
  danger: 'danger',
  unknown: 'unknown',
  quiet: null,
  plain: null,
}
