import { describe, expect, it } from 'vitest'
import { changeOf, statesText } from '../../../../src-renderer/entities/change/change-states'
import type { Translator } from '../../../../src-renderer/i18n/explain'
import { translatorIn } from '../../support/mount-component'

describe('changeOf', () => {
  it.each([
    [{ statesBefore: ['enabled'], state: 'done', action: 'disable' }, ['enabled'], ['disabled']],
    [
      { statesBefore: ['frozen', 'disabled'], state: 'done', action: 'enable' },
      ['frozen', 'disabled'],
      ['frozen', 'enabled'],
    ],
    [
      { statesBefore: ['expired', 'lent'], state: 'done', action: 'disable' },
      ['expired', 'lent'],
      ['expired', 'disabled', 'lent'],
    ],
    [{ statesBefore: null, state: 'done', action: 'disable' }, ['unknown'], ['disabled']],
    [{ statesBefore: ['enabled'], state: 'failed', action: 'disable' }, ['enabled'], ['unchanged']],
    [{ statesBefore: ['enabled'], state: 'not-sent', action: 'disable' }, ['enabled'], ['unchanged']],
    [
      {
        statesBefore: ['enabled'],
        state: 'not-sent',
        action: 'disable',
        reason: { kind: 'changed-since-check', what: 'state' },
      },
      ['enabled'],
      ['unknown'],
    ],
    [{ statesBefore: ['enabled'], state: 'unknown', action: 'disable' }, ['enabled'], ['unknown']],
    [{ statesBefore: ['enabled'], state: 'sent', action: 'disable' }, ['enabled'], null],
  ] as const)('returns for %o what is known', (change, before, after) => {
    expect(changeOf({ reason: null, ...change })).toEqual({ before, after })
  })
})

it.each([
  ['en', 'Frozen, Disabled', 'Unchanged'],
  ['zh', '已冻结、已禁用', '未变'],
] as const)('names states, in %s', (language, states, unchanged) => {
  const translator = translatorIn(language) as unknown as Translator
  expect(statesText(['frozen', 'disabled'], translator)).toBe(states)
  expect(statesText(['unchanged'], translator)).toBe(unchanged)
})
