// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { getActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import EnterpriseImportPanel from '../../../../src-renderer/features/customers/import/EnterpriseImportPanel.vue'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { createTexts } from '../../support/texts'

const ids = [
  { enterpriseGlobalId: 'E0' },
  { enterpriseGlobalId: null, channelCode: 'CRM', channelCustomerId: 'NB-0' },
]
it.each(ids)('who corrects rows that were not found has the ID of the first one selected', async (id) => {
  const rows = (['waiting', 'not-found', 'not-found'] as const).map((state, index) => ({
    line: index + 1,
    enterpriseGlobalId: `E${index}`,
    enterpriseName: null,
    channelCode: null,
    channelCustomerId: null,
    ...(index === 0 ? id : {}),
    finding: null,
    firstLine: null,
    result: { state },
  }))
  const counts = { added: 0, known: 0, 'not-found': 2, failed: 0, waiting: 1, invalid: 0 }
  withBridge({
    'window/import-rows': always<'window/import-rows'>(null),
    'enterprises/list': () => succeed({ rows: [], total: 0, version: 1 }),
    'enterprises/import-read': () =>
      succeed({
        import: { number: 1, state: 'ended', pause: null, rows: rows.length, counts },
        rows,
        total: rows.length,
        version: 1,
      }),
  })
  const page = mount(EnterpriseImportPanel, {
    attachTo: document.body,
    global: { plugins: [createTexts('en'), getActivePinia() as never] },
  })
  await flushPromises()
  await page.get('[data-testid=correct-rows]').trigger('click')
  await flushPromises()
  const [key, text] = Object.entries(id).at(-1) as [string, string]
  const field = page.get<HTMLInputElement>(`[data-testid=cell-input-${key}]`).element
  // Selecting its text gives a field the focus in the window; here only the selection can be seen.
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual([text, 0, text.length])
  page.unmount()
})
