// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { effectScope, nextTick, ref } from 'vue'
import { succeed } from '#shared/outcome'
import { useAssetsViewStore } from '../../../../src-renderer/features/assets/assets-view-store'
import { useExtensionFilter } from '../../../../src-renderer/features/assets/use-extension-filter'
import { withBridge } from '../../support/mount-component'

const open = () => {
  let answer = (): void => undefined
  withBridge({
    'assets/with-extension': async () => {
      await new Promise<void>((done) => (answer = done))
      return succeed(['LD8000000017'])
    },
  })
  const enterprises = ref<readonly string[]>(['E-1'])
  const menu = () => {
    const scope = effectScope()
    const filter = scope.run(() =>
      useExtensionFilter({ enterprises: () => enterprises.value, records: () => [] }),
    )
    return { filter, leave: () => scope.stop() }
  }
  const respond = async (): Promise<void> => {
    answer()
    await flushPromises()
  }
  return { enterprises, menu, respond, view: useAssetsViewStore() }
}

it('a response about another enterprise than the one that is shown by now hides none of its assets', async () => {
  const { enterprises, menu, respond, view } = open()
  const { filter } = menu()
  const searching = filter?.search('gxxp')
  enterprises.value = ['E-2']
  await nextTick()
  expect(filter?.isSearching.value).toBe(false)
  await respond()
  expect(await searching).toBe(false)
  expect(view.filter.extension).toBeNull()
})

it('the answer of an enterprise ends with it, also where another one was chosen on another page', async () => {
  const { enterprises, menu, respond, view } = open()
  const first = menu()
  void first.filter?.search('gxxp')
  await respond()
  expect(view.filter.extension?.code).toBe('gxxp')
  first.leave()
  menu().leave()
  expect(view.filter.extension?.code).toBe('gxxp')
  enterprises.value = ['E-2']
  menu()
  expect(view.filter.extension).toBeNull()
})
