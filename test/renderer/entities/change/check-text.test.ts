import { describe, expect, it } from 'vitest'
import { checkText } from '../../../../src-renderer/entities/change/check-text'
import { clockTime } from '../../../../src-renderer/i18n/times'
import { entryFor } from '../../support/journal-samples'
import { minute, unresolved } from '../../support/samples'
import { translatorIn } from '../../support/mount-component'

const now = new Date(2026, 10, 26, 14, 5).getTime()
const change = (seen: 'not-applied' | 'not-visible' | 'no-enterprise' | 'not-read', at: number) =>
  unresolved(entryFor('disable', { state: 'unknown', requestedAt: now - 10 * minute }), {
    look: { seen, at },
  })

describe('a check that finds nothing new', () => {
  it.each(['not-applied', 'not-visible', 'no-enterprise'] as const)(
    'answers that it was made: %s',
    (seen) => {
      expect(checkText(change(seen, now - 1000), now, translatorIn('en'))).toMatch(
        /^Checked just now: unchanged\. /,
      )
      expect(checkText(change(seen, now - 1000), now, translatorIn('zh'))).toMatch(/^刚刚查询：未变。/)
      const earlier = now - 5 * minute
      expect(checkText(change(seen, earlier), now, translatorIn('en'))).toContain(
        `Checked at ${clockTime(earlier, 'en')}: unchanged.`,
      )
    },
  )

  it('does not say so where nothing could be read', () => {
    expect(checkText(change('not-read', now), now, translatorIn('en'))).toBe(
      'Couldn’t read the platform’s lists.',
    )
  })
})
