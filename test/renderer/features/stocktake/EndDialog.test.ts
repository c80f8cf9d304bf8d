// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { nextTick } from 'vue'
import type { BranchView } from '#shared/model/branch/branch-view'
import type { Stocktake } from '#shared/model/stocktake'
import { useBranchStore } from '../../../../src-renderer/entities/branch/branch-store'
import EndDialog from '../../../../src-renderer/features/stocktake/EndDialog.vue'
import { useStocktakeStore } from '../../../../src-renderer/features/stocktake/stocktake-store'
import { openDialogsAsBrowsers } from '../../support/browser-dialogs'
import { mountComponent, withBridge } from '../../support/mount-component'

beforeEach(openDialogsAsBrowsers)

const linesOf = (notCounted: number, lent: number): string[] => {
  withBridge({})
  const wrapper = mountComponent(EndDialog, { how: 'finish', notCounted, lent })
  const lines = wrapper.findAll('p.bold').map((line) => line.text())
  wrapper.unmount()
  return lines
}

it('counts lent locks apart from those that are not counted yet, as the page does', () => {
  expect(linesOf(683, 32)).toEqual(['683 locks are not counted yet.', 'Not counted because lent: 32.'])
  expect(linesOf(683, 0)).toEqual(['683 locks are not counted yet.'])
  expect(linesOf(0, 1)).toEqual(['Not counted because lent: 1.'])
  expect(linesOf(0, 0)).toEqual(['All locks are counted.'])
})

it.each([
  [false, true, false, 'The results are kept as they are now.'],
  [true, true, false, 'Counts of a computer that is not connected are added later.'],
  [true, false, true, 'Counts of a computer that is not connected are added later.'],
])(
  'of a stocktake that is counted together (%s), at a connected computer (%s), says whose counts may be missing',
  async (isShared, connected, isApart, note) => {
    withBridge({})
    const wrapper = mountComponent(EndDialog, { how: 'finish', notCounted: 3, lent: 0 })
    const store = useStocktakeStore()
    store.stocktakes = [{ id: 'one', isShared } as unknown as Stocktake]
    store.chosenId = 'one'
    const state = { connected, notShared: 0 }
    useBranchStore().apply({ computer: { id: 'here', name: 'Counter 1' }, state } as unknown as BranchView)
    await nextTick()
    expect(wrapper.find('[data-testid=end-apart]').exists()).toBe(isApart)
    expect(wrapper.text()).toContain(note)
    wrapper.unmount()
  },
)
