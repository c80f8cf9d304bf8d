// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import type { CommandInput } from '#shared/bridge/commands'
import { succeed } from '#shared/outcome'
import { useDeskStore } from '../../../../../src-renderer/entities/lock/desk-store'
import { useListStore } from '../../../../../src-renderer/features/lock-desk/list/list-store'
import { useListExport } from '../../../../../src-renderer/features/lock-desk/list/use-list-export'
import { useJobsStore } from '../../../../../src-renderer/stores/jobs-store'
import { withBridge } from '../../../support/mount-component'
import { entry, job, record, shell } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

const [one, two] = ['8000000017', '8000000018']

it.each(['look-up', 'disable'] as const)(
  'a row that an enabling list has left out is exported as the list shows it, with %s chosen since',
  async (chosen) => {
    const { calls } = withBridge({
      'locks/look-up-many': ({ numbers }) =>
        succeed({
          results: numbers.map((number) => ({
            state: 'found' as const,
            record: record(number, Date.now(), { locked: number === one }),
          })),
          enterprises: 1,
          unread: 0,
          failure: null,
        }),
      'jobs/read': () =>
        succeed({
          job: job({ action: 'enable', state: 'ended', rows: 1 }),
          rows: [entry({ action: 'enable', key: one, shellNumber: shell(one), state: 'done' })],
        }),
      'files/save': () => succeed({ savedAs: 'list.csv' }),
    })
    const pinia = createPinia()
    setActivePinia(pinia)
    useDeskStore().choose('enable')
    const list = useListStore()
    await list.add([one, two])
    list.attachJob(
      'job-1',
      list.ticked.map(({ id }) => id),
    )
    await useJobsStore().read('job-1')
    useDeskStore().choose(chosen)

    let save: ReturnType<typeof useListExport>['save'] = () => Promise.resolve()
    const setup = () => {
      save = useListExport().save
      return () => null
    }
    mount({ setup }, { global: { plugins: [pinia, createTexts('en')] } })
    await save('csv')
    const saved = calls.find(({ name }) => name === 'files/save')?.input as CommandInput<'files/save'>
    const text = new TextDecoder().decode(saved.bytes)
    expect(text).toContain('Already enabled')
    expect(text).not.toContain('Already disabled')
  },
)
