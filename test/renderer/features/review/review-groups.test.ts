// @vitest-environment happy-dom
import { computed } from 'vue'
import { expect, it } from 'vitest'
import type { Texts } from '../../../../src-renderer/i18n/use-texts'
import { subjectOf } from '../../../../src-renderer/features/review/review-groups'
import { translatorIn } from '../../support/mount-component'
import { entry } from '../../support/samples'

it('names the employee and the borrowed lock of a loan', () => {
  const texts = { ...translatorIn('en'), language: computed(() => 'en' as const) } as Pick<
    Texts,
    't' | 'language'
  >
  expect(subjectOf(entry({ action: 'lend', memberName: 'Chen Yu' }), texts)).toBe('Chen Yu → 8000 000 017')
})
