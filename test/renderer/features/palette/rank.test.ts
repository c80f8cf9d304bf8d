import { describe, expect, it } from 'vitest'
import { rankOf, ranked } from '../../../../src-renderer/features/palette/rank'

const entry = (title: string, ...others: string[]) => ({ title, others })
const titles = (query: string, entries: readonly ReturnType<typeof entry>[]) =>
  ranked(query, entries).map(({ title }) => title)

describe('the palette’s order', () => {
  it('has what is called so first, then what begins so, then where a word does', () => {
    const entries = ['Reorder', 'New order', 'Orders', 'Order'].map((title) => entry(title))
    expect(titles('order', entries)).toEqual(['Order', 'Orders', 'New order', 'Reorder'])
  })

  it('wants every word somewhere, in any order', () => {
    const entries = [entry('Import employees …'), entry('Import orders …')]
    expect(titles('emp imp', entries)).toEqual(['Import employees …'])
    expect(titles('import lock', entries)).toEqual([])
  })

  it('finds Chinese by any part of it', () => {
    const entries = [entry('从文件导入订单…'), entry('订单'), entry('壳号')]
    expect(titles('订单', entries)).toEqual(['订单', '从文件导入订单…'])
    expect(titles('文件', entries)).toEqual(['从文件导入订单…'])
  })

  it('finds what is called so in the other language, behind what is called so in this one', () => {
    expect(titles('sign out', [entry('退出登录', 'Sign out'), entry('Sign out of all')])).toEqual([
      'Sign out of all',
      '退出登录',
    ])
  })

  it('takes initials and letters without their accents', () => {
    expect(titles('asn', [entry('Allocate shell numbers …'), entry('Assets')])).toEqual([
      'Allocate shell numbers …',
    ])
    expect(rankOf('jose', entry('José'))).toBe(1)
  })

  it('keeps the order of the table among equals, and all of it before anything is typed', () => {
    const entries = [entry('Theme: light'), entry('Theme: dark')]
    expect(titles('theme', entries)).toEqual(['Theme: light', 'Theme: dark'])
    expect(titles('  ', entries)).toHaveLength(2)
  })
})
