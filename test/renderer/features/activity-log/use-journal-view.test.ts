// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { useJournalView } from '../../../../src-renderer/features/activity-log/use-journal-view'
import { useJournalStore } from '../../../../src-renderer/stores/journal-store'
import { sharedColumns } from '../../../../src-renderer/ui/table/shared-columns'
import { mountComponent, withBridge } from '../../support/mount-component'
import { entry } from '../../support/samples'

it('shows the column of the enterprise where it names the platform of a change', () => {
  withBridge({})
  let shared = (): readonly string[] => []
  const wrapper = mountComponent(
    defineComponent(() => {
      const { list } = useJournalView()
      const journal = useJournalStore()
      shared = () => sharedColumns(journal.entries, list.columns.value).map(({ key }) => key)
      return () => h('p')
    }),
    {},
  )
  const journal = useJournalStore()
  journal.entries = [entry({ entryId: 'a' }), entry({ entryId: 'b' })]
  expect(shared()).toContain('enterprise')
  journal.entries = [entry({ entryId: 'a' }), entry({ entryId: 'b', elsewhere: 'https://other.example' })]
  expect(shared()).not.toContain('enterprise')
  wrapper.unmount()
})
