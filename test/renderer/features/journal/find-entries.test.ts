import { describe, expect, it } from 'vitest'
import { findEntries } from '../../../../src-renderer/features/journal/find-entries'
import { entry, shell } from '../../support/samples'

const one = entry({ entryId: 'a' })
const other = entry({
  entryId: 'b',
  shellNumber: shell('6000000203'),
  key: 'LD6000000203',
  enterpriseName: '临港设计院',
  operatorIdentity: 'Wang Siyuan',
})
const found = (text: string) => findEntries([one, other], text).map(({ entryId }) => entryId)

describe('findEntries', () => {
  it.each([
    ['', ['a', 'b']],
    ['6000 000 203', ['b']],
    ['６０００', ['b']],
    ['ld60', ['b']],
    ['临港', ['b']],
    ['li wei', ['a']],
    ['nothing', []],
  ])('finds “%s”', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })
})
