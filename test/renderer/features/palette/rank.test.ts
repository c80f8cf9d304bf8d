import { describe, expect, it } from 'vitest'
import { rankOf, ranked } from '../../../../src-renderer/features/palette/rank'

const entry = (title: string, ...others: string[]) => ({ title, others })
const titles = (query: string, entries: readonly ReturnType<typeof entry>[]) =>
  ranked(query, entries).map(({ title }) => title)

describe('ranking in the palette', () => {
  it('puts exact titles first, then prefixes, then word prefixes', () => {
    const entries = ['Reorder', 'New order', 'Orders', 'Order'].map((title) => entry(title))
    expect(titles('order', entries)).toEqual(['Order', 'Orders', 'New order', 'Reorder'])
  })

  it('requires every word, in any order', () => {
    const entries = [entry('Import employees…'), entry('Import orders …')]
    expect(titles('emp imp', entries)).toEqual(['Import employees…'])
    expect(titles('import lock', entries)).toEqual([])
  })

  it('finds Chinese by any part', () => {
    const entries = [entry('从文件导入订单'), entry('订单'), entry('壳号')]
    expect(titles('订单', entries)).toEqual(['订单', '从文件导入订单'])
    expect(titles('文件', entries)).toEqual(['从文件导入订单'])
  })

  it('finds titles of the other language after those of this one', () => {
    expect(titles('sign out', [entry('退出登录', 'Sign out'), entry('Sign out of all')])).toEqual([
      'Sign out of all',
      '退出登录',
    ])
  })

  it('matches initials and letters without accents', () => {
    expect(titles('asn', [entry('Allocate shell numbers…'), entry('Assets')])).toEqual([
      'Allocate shell numbers…',
    ])
    expect(rankOf('jose', entry('José'))).toBe(1)
  })

  it('keeps the table’s order among equals, and all entries for an empty query', () => {
    const entries = [entry('Theme: light'), entry('Theme: dark')]
    expect(titles('theme', entries)).toEqual(['Theme: light', 'Theme: dark'])
    expect(titles('  ', entries)).toHaveLength(2)
  })
})
