import { expect, it } from 'vitest'
import { zh } from '../../../src-renderer/i18n/chinese'
import { en } from '../../../src-renderer/i18n/messages'

const changes = Object.keys(en.common.outcome) as (keyof typeof en.common.outcome)[]

it.each([
  ['en', en.common],
  ['zh', zh.common],
])(
  'a sentence about an unconfirmed change does not repeat its headline (%s)',
  (_, { outcome, outcomeMeaning }) => {
    for (const change of changes)
      expect(outcomeMeaning[change].unknown).not.toContain(outcome[change].unknown)
  },
)

it.each([
  ['en', en.common],
  ['zh', zh.common],
])('the reason of a replaced change does not repeat that it was not sent (%s)', (_, { outcome, reason }) => {
  expect(reason.superseded.what).not.toContain(outcome.disable['not-sent'])
})

const presentTense =
  /\b(?:is|are|has|have not|does|do|may be|can|can’t|isn’t|aren’t|hasn’t|doesn’t|don’t|applies)\b/

it.each([
  ...changes.flatMap((change) =>
    (['done', 'failed', 'not-sent', 'unknown'] as const).map(
      (state) => [`${change}, ${state}`, en.common.outcomeMeaning[change][state]] as const,
    ),
  ),
  ...Object.entries(en.common.reason).map(([name, { what }]) => [name, what] as const),
])('what the activity log shows later is in the past: %s', (_, text) => {
  expect(text).not.toMatch(presentTense)
})
