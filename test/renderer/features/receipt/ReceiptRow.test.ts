// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import ReceiptRow from '../../../../src-renderer/features/receipt/ReceiptRow.vue'
import { mountComponent } from '../../support/mount-component'
import { entry } from '../../support/samples'

const rowOf = (part: Parameters<typeof entry>[0]): string => {
  const row = mountComponent(ReceiptRow, { entry: entry(part), place: 1, columns: [] })
  const text = row.text()
  row.unmount()
  return text
}

it('says on paper who marked a result that the platform did not confirm', () => {
  const reason = { kind: 'said-by-person', operatorIdentity: 'Li Wei', note: '' } as const
  expect(rowOf({ action: 'enable', reason })).toMatch(/Enabled\s+Marked by Li Wei\.$/)
  expect(rowOf({ action: 'enable' })).toMatch(/Enabled$/)
})
