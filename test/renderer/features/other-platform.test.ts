// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import type { Component } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { JournalEntry } from '#shared/model/changes/change'
import { succeed } from '#shared/outcome'
import { useEmployeesStore } from '../../../src-renderer/entities/employee/employees-store'
import { useEnterprisesStore } from '../../../src-renderer/entities/enterprise/enterprises-store'
import AssetDetails from '../../../src-renderer/features/assets/AssetDetails.vue'
import { useUnlistedEnterprises } from '../../../src-renderer/features/customers/use-unlisted-enterprises'
import { useEmployeeContextStore } from '../../../src-renderer/features/employees/employee-context-store'
import { useJournalStore } from '../../../src-renderer/stores/journal-store'
import { withBridge } from '../support/mount-component'
import { entry, record, registerSlice } from '../support/samples'
import { createTexts } from '../support/texts'

// Two platforms may have the same locks, enterprises and order numbers: a page of one shows nothing of the other.

const withJournal = async (rows: readonly JournalEntry[]) => {
  withBridge({
    'journal/slice': ({ from }) => succeed({ rows: rows.slice(from), total: rows.length }),
    'journal/recent': () => succeed(rows),
    'enterprises/list': () => succeed(registerSlice([])),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useJournalStore().load()
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  return (component: Component, props: Record<string, unknown> = {}) =>
    mount(component, {
      props,
      attachTo: document.body,
      global: { plugins: [createTexts('en'), pinia, router] },
    })
}

const other = 'https://other.example'
/** The same change on the open platform and on another one. */
const both = (part: Partial<JournalEntry>): readonly [JournalEntry, JournalEntry] => [
  entry({ ...part, entryId: 'here.0', jobId: 'here' }),
  entry({ ...part, entryId: 'there.0', jobId: 'there', elsewhere: other }),
]

it('the history of an asset', async () => {
  const open = await withJournal(both({ key: '8000000017' }))
  const lock = record('8000000017', Date.now())
  const details = open(AssetDetails, { row: { record: lock, states: [] } })
  expect(details.findAll('[data-testid=history] > li')).toHaveLength(1)
  details.unmount()
})

it('enterprises that are missing from the list', async () => {
  const [here, there] = both({ action: 'create-enterprise', result: { enterpriseGlobalId: 'E7' } })
  await withJournal([there])
  await useEnterprisesStore().loadOnce()
  expect(useUnlistedEnterprises().value).toEqual([])
  await withJournal([here, there])
  await useEnterprisesStore().loadOnce()
  expect(useUnlistedEnterprises().value).toMatchObject([{ entry: { jobId: 'here' } }])
})

it('the code of an enterprise', async () => {
  const [here, there] = both({
    action: 'add-employee',
    enterpriseGlobalId: 'E1',
    request: { userName: 'chen' },
    result: { userName: 'chen@nb' },
  })
  const codeFrom = async (rows: readonly JournalEntry[]) => {
    await withJournal(rows)
    useEmployeesStore().enterpriseGlobalId = 'E1'
    const context = useEmployeeContextStore()
    await context.load()
    return context.code
  }
  expect(await codeFrom([there])).toBeNull()
  expect(await codeFrom([here, there])).toEqual({ code: '@nb', isCertain: true })
})
