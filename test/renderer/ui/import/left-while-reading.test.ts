// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { getActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Component } from 'vue'
import { fail, succeed } from '#shared/outcome'
import EnterpriseImportPanel from '../../../../src-renderer/features/customers/import/EnterpriseImportPanel.vue'
import ImportPanel from '../../../../src-renderer/features/employees/import/ImportPanel.vue'
import { useImportStore } from '../../../../src-renderer/features/employees/import/import-store'
import { useUnsentRowsStore } from '../../../../src-renderer/stores/unsent-rows-store'
import ColumnChoice from '../../../../src-renderer/ui/sheets/read/ColumnChoice.vue'
import type * as readSheet from '../../../../src-renderer/ui/sheets/read/read-sheet'
import { plainSheet } from '../../../../src-renderer/ui/sheets/sheet'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { createTexts } from '../../support/texts'

/** Ends the read that runs. */
let endRead: (how: 'read' | 'damaged') => void
vi.mock('../../../../src-renderer/ui/sheets/read/read-sheet', () => ({
  readSheet: (() =>
    new Promise((resolve) => {
      endRead = (how) => {
        const sheet = {
          ...plainSheet,
          fileName: 'staff.csv',
          rows: [['zhao', 'Zhao Min']],
          width: 2,
          separator: null,
        }
        resolve(how === 'read' ? succeed(sheet) : fail({ code: 'damaged', message: '' }))
      }
    })) as typeof readSheet.readSheet,
}))
beforeEach(() => {
  withBridge({
    'window/unsaved-passwords': always<'window/unsaved-passwords'>(null),
    'window/import-rows': always<'window/import-rows'>(null),
  })
})
afterEach(() => opened.splice(0).forEach((page) => page.unmount()))

const pages = {
  employees: {
    open: (enterpriseGlobalId = 'E-1') => openPage(ImportPanel, { enterpriseGlobalId }),
    picker: 'import-file',
    unreadable: 'import-unreadable',
  },
  customers: {
    open: () => openPage(EnterpriseImportPanel, {}),
    picker: 'enterprise-import-file',
    unreadable: 'enterprise-import-unreadable',
  },
} as const
const mountPage = (component: Component, props: Record<string, unknown>) =>
  mount(component, {
    props,
    attachTo: document.body,
    global: { plugins: [createTexts('en'), getActivePinia() as never] },
  })
type Page = ReturnType<typeof mountPage>
const opened: Page[] = []
const openPage = (component: Component, props: Record<string, unknown>): Page => {
  const page = mountPage(component, props)
  opened.push(page)
  return page
}
const leave = (page: Page): void => {
  opened.splice(opened.indexOf(page), 1)
  page.unmount()
}
const chooseFile = async (page: Page, testid: string): Promise<void> => {
  const input = page.get<HTMLInputElement>(`[data-testid=${testid}]`)
  Object.defineProperty(input.element, 'files', { value: [new File(['a,b'], 'staff.csv')] })
  await input.trigger('change')
  await flushPromises()
}

it.each(['employees', 'customers'] as const)(
  'a file that is still read when the import of %s is left asks for its columns on return',
  async (name) => {
    const { open, picker } = pages[name]
    const unsent = useUnsentRowsStore()
    const page = open()
    await chooseFile(page, picker)
    leave(page)
    await flushPromises()
    expect(unsent.counts).toEqual([{ kind: 'files', count: 1 }])
    endRead('read')
    await flushPromises()
    const again = open()
    await vi.waitFor(() => expect(again.findComponent(ColumnChoice).exists()).toBe(true))
  },
)

it.each(['employees', 'customers'] as const)(
  'a file that could not be read after the import of %s was left is named on return, once',
  async (name) => {
    const { open, picker, unreadable } = pages[name]
    const page = open()
    await chooseFile(page, picker)
    leave(page)
    endRead('damaged')
    await flushPromises()
    const again = open()
    await flushPromises()
    expect(again.get(`[data-testid=${unreadable}]`).text()).toContain('staff.csv')
    leave(again)
    expect(open().find(`[data-testid=${unreadable}]`).exists()).toBe(false)
  },
)

it('the rows of a file are of the enterprise that was open when it was chosen', async () => {
  const page = pages.employees.open('E-1')
  await chooseFile(page, 'import-file')
  leave(page)
  endRead('read')
  await flushPromises()
  const again = pages.employees.open('E-2')
  await vi.waitFor(() => expect(again.findComponent(ColumnChoice).exists()).toBe(true))
  expect(again.get('[data-testid=import-into]').text()).toContain('E-1')
  again.getComponent(ColumnChoice).vm.$emit('take', { columns: { userName: 0, name: 1 }, titleRows: 0 })
  await flushPromises()
  expect(useImportStore().enterpriseGlobalId).toBe('E-1')
})
