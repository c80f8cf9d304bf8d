// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EmployeeRecord } from '#shared/model/employee-record'
import DeleteDialog from '../../../src-renderer/features/employees/DeleteDialog.vue'
import RestoreDialog from '../../../src-renderer/features/journal/RestoreDialog.vue'
import EverywhereDialog from '../../../src-renderer/features/orders/EverywhereDialog.vue'
import ReviewPanel from '../../../src-renderer/features/orders/ReviewPanel.vue'
import InlineQuestion from '../../../src-renderer/ui/InlineQuestion.vue'
import { openDialogsAsBrowsers } from '../support/browser-dialogs'
import { draw, withBridge } from '../support/draw'

// What none of them can take back must not lie under the key that opened it.

let drawn: ReturnType<typeof draw> | undefined
beforeEach(openDialogsAsBrowsers)
afterEach(() => {
  drawn?.unmount()
  vi.restoreAllMocks()
})

const employee: EmployeeRecord = {
  memberGlobalId: 'M1',
  enterpriseGlobalId: 'E1',
  userName: 'chen',
  name: 'Chen Yu',
  departmentId: null,
  departmentName: null,
  passwordMobile: null,
  remark: null,
  assetNums: ['LD8000000017'],
  borrowNum: null,
  onlineFlag: null,
  deleted: null,
  createdAt: null,
  updatedAt: null,
  readAt: 1,
}
const report = { isWhole: true, records: 3, since: 1, until: 2, newer: null, changes: {}, files: [] }

const opensOn = (component: Parameters<typeof draw>[0], props: Record<string, unknown>) => {
  withBridge({})
  drawn = draw(component, props)
  return document.activeElement?.getAttribute('data-testid')
}

describe('a dialog that destroys', () => {
  it.each([
    ['Li Wei', 'cancel'],
    ['', 'confirm-operator-field'],
  ])('of employees, opened by “%s”, opens on %s', (operator, testid) => {
    const props = { employees: [employee], operator, enterpriseName: 'North Bridge' }
    expect(opensOn(DeleteDialog, props)).toBe(testid)
  })

  it('of a journal opens on keeping it', () => {
    const staged = { name: 'a.journal', report, present: { records: 2 } }
    expect(opensOn(RestoreDialog, { staged })).toBe('keep-journal')
  })

  it('of products in all orders opens on what is to be said first', () => {
    expect(opensOn(EverywhereDialog, { order: {}, left: 0 })).toBe('everywhere-say')
  })

  it('or a question in its place, opens on the door that changes nothing', () => {
    expect(opensOn(InlineQuestion, { keep: 'Keep it' })).toBe('keep')
  })

  it.each([
    ['delete_product', 'review-back'],
    ['new_buy', 'send-orders'],
  ])('or a review of a batch with %s, opens on %s', async (orderType, testid) => {
    const order = { sequence: 1, orderType, assets: [] }
    const rows = [{ id: 1, order, sentence: 'One order.', problems: [] }]
    opensOn(ReviewPanel, { rows, operator: 'Li Wei', usedBefore: null, doubtful: 0 })
    await flushPromises()
    expect(document.activeElement?.getAttribute('data-testid')).toBe(testid)
  })
})
