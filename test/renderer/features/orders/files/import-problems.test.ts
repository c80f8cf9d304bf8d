// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import ImportProblems from '../../../../../src-renderer/features/orders/files/ImportProblems.vue'
import { importBatch } from '../../../../../src-renderer/features/orders/files/import-batch'
import { mountComponent } from '../../../support/mount-component'

const wrong = JSON.stringify({
  syncMode: 'later',
  channelCode: 7,
  orderList: [
    'no order',
    {
      customerName: ['a'],
      assets: [
        {
          assetNos: 'LD1',
          borrowedUsbKey: 'yes',
          limitStartDate: 1.5,
          products: [
            {
              limitConcurrent: null,
              trial: 3,
              passwords: 'secret-pass-1',
              productFeatures: [{ trialEndDate: {} }],
            },
          ],
        },
      ],
    },
  ],
})

const linesOf = (text: string, language: 'en' | 'zh'): string[] => {
  const read = importBatch(text)
  if (read.ok) throw new Error('it came in')
  const wrapper = mountComponent(ImportProblems, { failure: read.error, fileName: 'a.json' }, language)
  const list = wrapper.findAll('[data-testid=import-failure] > *').map((each) => each.text())
  const items = wrapper.findAll('li').map((each) =>
    each
      .findAll('*')
      .map((part) => part.text())
      .join(': '),
  )
  wrapper.unmount()
  return items.length > 0 ? items : list
}

describe('problems of an imported batch', () => {
  it('are listed by field with the found and the expected value, in the language', () => {
    expect(linesOf(wrong, 'en')).toEqual([
      'channelCode: Expected text. Found the number 7.',
      'syncMode: Expected sync or async. Found the text "later".',
      'Order 1: Expected an object. Found the text "no order".: orderList[0]',
      'Order 2: customerName: Expected text. Found a list.: orderList[1].customerName',
      'Order 2: assetNos: Expected a list. Found the text "LD1".: orderList[1].assets[0].assetNos',
      'Order 2: limitStartDate: Expected a whole number. Found the number 1.5.: orderList[1].assets[0].limitStartDate',
      'Order 2: borrowedUsbKey: Expected true or false. Found the text "yes".: orderList[1].assets[0].borrowedUsbKey',
      'Order 2, product 1: limitConcurrent: Expected a whole number. Found nothing.: orderList[1].assets[0].products[0].limitConcurrent',
      'Order 2, product 1: trial: Expected 0 or 1. Found the number 3.: orderList[1].assets[0].products[0].trial',
      'Order 2, product 1: passwords: Expected a list. Found the text.: orderList[1].assets[0].products[0].passwords',
      'Order 2, product 1, feature 1: trialEndDate: Expected text or a whole number. Found an object.: orderList[1].assets[0].products[0].productFeatures[0].trialEndDate',
    ])
    const chinese = linesOf(wrong, 'zh')
    expect(chinese[7]).toMatch(/^订单 2，产品 1：limitConcurrent: 应为/)
    expect(chinese[0]).toBe('channelCode: 应为文本，实际为数字 7。')
    expect(chinese).toHaveLength(11)
    for (const line of chinese) {
      expect(line).not.toMatch(/expected|invalid|found|secret-pass/i)
      expect(line).not.toMatch(/\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}| {2}/u)
    }
    expect(chinese[1]).toBe('syncMode: 应为 sync 或 async，实际为文本 "later"。')
  })

  it('of an empty file say what to do', () => {
    const failure = { code: 'empty', message: '' } as const
    const wrapper = mountComponent(ImportProblems, { failure, fileName: 'a.json' })
    expect(wrapper.get('[data-testid=import-failure] > p').text()).toBe(
      'The file is empty. Check that you chose the right file.',
    )
    wrapper.unmount()
  })

  it('give the position of invalid JSON, without the parser’s message', () => {
    expect(linesOf('{"orderList": [\n  {"a": nope}\n]}', 'en')[0]).toBe(
      'The file is not valid JSON. Unexpected “nope}” at line 2, column 9.',
    )
    expect(linesOf('{"orderList": [', 'zh')[0]).toMatch(/^文件不是有效的 JSON：内容在第 1 行第 \d+ 列中断。$/)
  })
})
