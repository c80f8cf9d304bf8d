// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EmployeeRecord } from '#shared/model/employee-record'
import DeleteDialog from '../../../src-renderer/features/employees/delete/DeleteDialog.vue'
import RestoreDialog from '../../../src-renderer/features/activity-log/dialogs/RestoreDialog.vue'
import RevokeEverywhereDialog from '../../../src-renderer/features/orders/review/RevokeEverywhereDialog.vue'
import ReviewPanel from '../../../src-renderer/features/orders/review/ReviewPanel.vue'
import InlineQuestion from '../../../src-renderer/ui/dialog/InlineQuestion.vue'
import { openDialogsAsBrowsers } from '../support/browser-dialogs'
import { mountComponent, withBridge } from '../support/mount-component'

// The irreversible action must not be under the key that opened the dialog.

let wrapper: ReturnType<typeof mountComponent> | undefined
beforeEach(openDialogsAsBrowsers)
afterEach(() => {
  wrapper?.unmount()
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

const opensOn = (component: Parameters<typeof mountComponent>[0], props: Record<string, unknown>) => {
  withBridge({})
  wrapper = mountComponent(component, props)
  return document.activeElement?.getAttribute('data-testid')
}

describe('a destructive dialog', () => {
  it.each([
    ['Li Wei', 'cancel'],
    ['', 'confirm-operator-field'],
  ])('of employees, opened by “%s”, focuses %s', (operator, testid) => {
    const props = { employees: [employee], operator, enterpriseName: 'North Bridge' }
    expect(opensOn(DeleteDialog, props)).toBe(testid)
  })

  it('of a journal focuses the button that keeps it', () => {
    const staged = { name: 'a.journal', report, present: { records: 2 } }
    expect(opensOn(RestoreDialog, { staged })).toBe('keep-journal')
  })

  it('of products in all orders focuses the required text', () => {
    expect(opensOn(RevokeEverywhereDialog, { order: {}, left: 0 })).toBe('everywhere-confirm')
  })

  it('as an inline question focuses the button that changes nothing', () => {
    expect(opensOn(InlineQuestion, { keep: 'Cancel' })).toBe('keep')
  })

  it.each([
    ['delete_product', 'review-back'],
    ['new_buy', 'send-orders'],
  ])('as a review of a batch with %s focuses %s', async (orderType, testid) => {
    const order = { sequence: 1, orderType, assets: [] }
    const rows = [{ id: 1, order, summary: 'One order.', problems: [] }]
    opensOn(ReviewPanel, { rows, operator: 'Li Wei', usedBefore: null, warningCount: 0 })
    await flushPromises()
    expect(document.activeElement?.getAttribute('data-testid')).toBe(testid)
  })
})
