// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { subjectOf } from '../../../../src-renderer/features/review/review-groups'
import { translatorIn } from '../../support/mount-component'
import { entry } from '../../support/samples'

it('names the employee and the borrowed lock of a loan', () => {
  expect(subjectOf(entry({ action: 'lend', memberName: 'Chen Yu' }), translatorIn('en'))).toBe(
    'Chen Yu → 8000 000 017',
  )
})
