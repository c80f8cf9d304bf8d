// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { Stocktake, StocktakeRow } from '#shared/model/stocktake'
import ReportDocument from '../../../../src-renderer/features/stocktake/ReportDocument.vue'
import { mountComponent, withBridge } from '../../support/mount-component'

const stocktake: Stocktake = {
  id: '1',
  scope: { kind: 'enterprise', enterpriseGlobalId: 'E-1', enterpriseName: 'North Bridge' },
  state: 'finished',
  startedAt: 1,
  startedBy: 'Li Wei',
  ended: { at: 2, by: 'Li Wei' },
  expected: 2,
  present: 0,
  lent: 1,
  others: 1,
  comparedWith: null,
  isShared: false,
}
const row = (number: string, part: Partial<StocktakeRow>): StocktakeRow => ({
  number,
  assetNum: `LD${number}`,
  enterpriseName: 'North Bridge',
  result: 'missing',
  status: 'enabled',
  lentTo: null,
  counted: null,
  isDouble: false,
  comparison: null,
  ...part,
})

it('names a lent lock beside the missing ones, without columns that say the same of each', () => {
  withBridge({})
  const rows = [
    row('8000000001', {}),
    row('8000000002', { result: 'lent', status: 'lent', lentTo: 'Emma Clarke' }),
    row('8000000003', {
      result: 'unexpected',
      enterpriseName: 'South Harbour',
      counted: { at: 1, by: 'input', operator: 'Li Wei' },
    }),
  ]
  const page = mountComponent(ReportDocument, { stocktake, rows, training: false })
  const groups = page.findAll('section').map((section) => ({
    title: section.get('h2').text(),
    columns: section.findAll('th').map((title) => title.text()),
  }))
  expect(groups).toEqual([
    { title: '1 · Missing', columns: ['Number', 'Asset number', 'Status'] },
    { title: '1 · Lent, not counted', columns: ['Number', 'Asset number', 'Status'] },
    { title: '1 · Unexpected', columns: ['Number', 'Asset number', 'Enterprise', 'Status', 'Counted'] },
  ])
  expect(page.findAll('section')[1]?.text()).toContain('Lent to Emma Clarke')
})
