// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent } from 'vue'
import { fail, succeed } from '#shared/outcome'
import { useListImport } from '../../../../../src-renderer/features/lock-desk/list/use-list-import'
import { useListStore } from '../../../../../src-renderer/features/lock-desk/list/list-store'
import { useUnsentRowsStore } from '../../../../../src-renderer/stores/unsent-rows-store'
import DropTarget from '../../../../../src-renderer/ui/import/DropTarget.vue'
import type * as readSheet from '../../../../../src-renderer/ui/sheets/read/read-sheet'
import { withBridge } from '../../../support/mount-component'

// Stands in for the worker: a text with “bad” is unreadable, any other one has a row per line, and one with
// “two sheets” a second sheet.
vi.mock('../../../../../src-renderer/ui/sheets/read/read-sheet', () => ({
  readSheet: (async (source) => {
    const text = typeof source === 'string' ? source : await source.text()
    await new Promise((done) => setTimeout(done, 5))
    if (text.includes('bad')) return fail({ code: 'damaged', message: '' })
    const rows = text.split('\n').map((line) => [line])
    return succeed({
      fileName: '',
      rows,
      width: 1,
      sheets: [],
      sheet: null,
      encoding: 'utf-8',
      separator: null,
      hiddenRows: [],
      hiddenColumns: [],
      problems: new Map(),
      shownAs: new Map(),
      otherSheets: text.includes('two sheets') ? ['Sheet2'] : [],
      uncertainWords: null,
    })
  }) as typeof readSheet.readSheet,
}))

let listImport: ReturnType<typeof useListImport>
/** The Desk page; returns what leaves it. */
const openPage = (): (() => void) => {
  const page = mount(
    defineComponent({
      setup: () => {
        listImport = useListImport()
        return () => null
      },
    }),
  )
  return () => page.unmount()
}
let leavePage: () => void
beforeEach(() => {
  withBridge({
    'locks/look-up-many': ({ numbers }) =>
      succeed({
        results: numbers.map(() => ({ state: 'not-a-number' })),
        enterprises: 1,
        unread: 0,
        failure: null,
      }),
  })
  setActivePinia(createPinia())
  leavePage = openPage()
})
const numbers = () => useListStore().rows.map(({ number }) => number)
const [one, two, three, four] = ['8000000017', '8000000018', '8000000019', '8000000020']

describe('imports during an import', () => {
  it('are all added, in their order', async () => {
    listImport.importFrom(`${one}\n${two}`)
    listImport.importFrom(new File([`${three}\n${three}`], 'b.csv'))
    listImport.importFrom(`${four}\n${four}`)
    await vi.waitFor(() => expect(numbers()).toEqual([one, two, three, three, four, four]))
    expect(listImport.reading.value.state).toBe('idle')
  })

  it('do not hide the failure of an earlier one', async () => {
    listImport.importFrom(new File(['bad'], 'bad.xlsx'))
    listImport.importFrom(`${one}\n${two}`)
    await vi.waitFor(() => expect(numbers()).toEqual([one, two]))
    expect(listImport.reading.value).toMatchObject({ state: 'failed', fileName: 'bad.xlsx' })
    listImport.cancel()
    expect(listImport.reading.value.state).toBe('idle')
  })

  it('continue after one was canceled', async () => {
    listImport.importFrom(`${one}\n${two}`)
    listImport.importFrom(`${three}\n${four}`)
    listImport.cancel()
    await vi.waitFor(() => expect(numbers()).toEqual([three, four]))
  })
})

describe('a page that is left during an import', () => {
  it('has its rows, and those of the files behind it, when it is opened again', async () => {
    listImport.importFrom(new File([`${one}\n${two}`], 'a.csv'))
    listImport.importFrom(new File([`${three}\n${four}`], 'b.csv'))
    leavePage()
    await vi.waitFor(() => expect(numbers()).toEqual([one, two, three, four]))
    openPage()
    expect(listImport.reading.value.state).toBe('idle')
  })

  it('says that the file could not be read, until that was seen', async () => {
    listImport.importFrom(new File(['bad'], 'bad.xlsx'))
    const before = listImport
    leavePage()
    await vi.waitFor(() => expect(before.reading.value.state).toBe('failed'))
    const leaveAgain = openPage()
    expect(listImport.reading.value).toMatchObject({ state: 'failed', fileName: 'bad.xlsx' })
    leaveAgain()
    openPage()
    expect(listImport.reading.value.state).toBe('idle')
  })

  it('still asks for the column of a file', async () => {
    listImport.importFrom(new File(['two sheets'], 'names.csv'))
    leavePage()
    openPage()
    await vi.waitFor(() => expect(listImport.pending.value?.fileName).toBe('names.csv'))
  })

  it('counts the file among what another platform would discard', async () => {
    const unsent = useUnsentRowsStore()
    listImport.importFrom(new File(['two sheets'], 'names.csv'))
    leavePage()
    await flushPromises()
    expect(unsent.total).toBe(1)
    await vi.waitFor(() => expect(listImport.pending.value).not.toBeNull())
    expect(unsent.total).toBe(1)
    openPage()
    listImport.cancel()
    await flushPromises()
    expect(unsent.total).toBe(0)
  })
})

describe('several dropped files', () => {
  const drop = async (multiple: boolean) => {
    const wrapper = mount(DropTarget, { props: { busy: () => false, title: '', text: '', multiple } })
    const files = ['a.csv', 'b.csv'].map((name) => new File([''], name))
    const dataTransfer = {
      types: ['Files'],
      items: files.map(() => ({ kind: 'file' })),
      files,
      dropEffect: '',
    }
    for (const name of ['dragover', 'drop'])
      window.dispatchEvent(Object.assign(new Event(name, { cancelable: true }), { dataTransfer }))
    await flushPromises()
    const dropped = wrapper.emitted<[File]>('drop')?.map(([{ name }]) => name) ?? []
    wrapper.unmount()
    return { dropped, effect: dataTransfer.dropEffect }
  }

  it('are all taken, or visibly rejected', async () => {
    expect(await drop(true)).toEqual({ dropped: ['a.csv', 'b.csv'], effect: 'copy' })
    expect(await drop(false)).toEqual({ dropped: [], effect: 'none' })
  })
})
