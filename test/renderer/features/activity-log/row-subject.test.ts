import { expect, it } from 'vitest'
import { actionText } from '../../../../src-renderer/entities/change/action-text'
import { rowSubjectOf } from '../../../../src-renderer/features/activity-log/subject'
import { translatorIn } from '../../support/mount-component'
import { entry } from '../../support/samples'

const zh = translatorIn('zh')
const about = (addAssets: readonly string[], deleteAssets: readonly string[]) => {
  const one = entry({ action: 'assign', memberName: '李薇', request: { addAssets, deleteAssets } })
  const { number, text } = rowSubjectOf(one, zh)
  return [actionText(one, zh), number, text]
}

it('a row says which lock was assigned to an employee, and which was withdrawn', () => {
  expect(about(['LD8000000016'], [])).toEqual(['分配', '8000000016', '李薇'])
  expect(about([], ['LD8000000016'])).toEqual(['收回', '8000000016', '李薇'])
  expect(about(['LD8000000016', 'LD8000000017'], [])).toEqual(['分配', null, '李薇'])
  expect(about(['LD8000000016'], ['LD8000000017'])).toEqual(['分配或收回', null, '李薇'])
  // What was asked for is not known.
  expect(about([], [])).toEqual(['分配或收回', null, '李薇'])
  expect(actionText(entry({ action: 'lend' }), zh)).toBe('借出')
})
