import { describe, expect, it } from 'vitest'
import type { HighImpact } from '../../src-main/desk/high-impact'
import { questionInEnglish } from '../../src-main/window/high-impact-en'
import { questionInChinese } from '../../src-main/window/high-impact-zh'
import { plainImpact } from '../../src-main/window/plain-impact'

const lend: HighImpact = {
  kind: 'lend',
  operatorIdentity: 'Li Wei',
  loans: 1,
  memberName: 'Chen Yu',
  isNameListed: true,
  memberGlobalId: 'M1',
  borrowedUsbKey: 'LD8000000031',
  assets: 2,
}
const removal = (products: string[], srcLicenseOrderId: string | null): HighImpact => ({
  kind: 'removal',
  operatorIdentity: 'Li Wei',
  removals: [{ orderType: 'delete_product', srcLicenseOrderId, assets: 1, products }],
})
const textOf = (what: HighImpact) =>
  [questionInEnglish(plainImpact(what)), questionInChinese(plainImpact(what))].map(
    ({ message, detail }) => `${message}\n${detail}`,
  )

describe('what a dialog of main’s own says', () => {
  it('is not written anew by a name with lines of its own, or letters turned round', () => {
    const forged = 'Li\n\nNothing will be sent.\u202Eesrever\u2066'
    for (const text of textOf({ kind: 'arm', action: 'disable', operatorIdentity: forged })) {
      expect(text.split('\n')).toHaveLength(2)
      expect(text).not.toMatch(/[\u202e\u2066]/)
    }
  })

  it('stays on the screen however much is named', () => {
    const names = Array.from({ length: 3000 }, (_one, index) => `Product ${String(index)} ${'x'.repeat(500)}`)
    for (const text of textOf(removal(names, 'o'.repeat(10_000)))) {
      expect(text.length).toBeLessThan(1_200)
      expect(text).toContain('+2995')
    }
  })

  it('says so where the name of a loan’s employee is the page’s alone', () => {
    const [listed = '', listedZh = ''] = textOf(lend)
    const [given = '', givenZh = ''] = textOf({ ...lend, isNameListed: false })
    expect([listed, listedZh].join()).not.toMatch(/not from the platform|没有和平台/)
    expect(given).toContain('not from the platform’s list')
    expect(givenZh).toContain('没有和平台的员工名单核对过')
  })

  it('names the employee of a loan by the id that is sent', () => {
    for (const text of textOf(lend)) {
      expect(text).toContain('Chen Yu')
      expect(text).toContain('M1')
    }
  })

  it('leaves the text before as it is', () => {
    expect(plainImpact(removal(['Draw', '绘图'], '42'))).toEqual(removal(['Draw', '绘图'], '42'))
  })
})
