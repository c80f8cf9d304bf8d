// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { createApp, nextTick } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { assetKey } from '../../../../src-renderer/entities/asset/asset-key'
import { useAssignStore } from '../../../../src-renderer/entities/assignment/assign-store'
import { useAssetsViewStore } from '../../../../src-renderer/features/assets/assets-view-store'
import { useSelectedAssets } from '../../../../src-renderer/features/assets/use-selected-assets'
import { withBridge } from '../../support/mount-component'
import { record } from '../../support/samples'

const [first, second, other] = ['8000000017', '8000000018', '8000000019'].map((number) => record(number, 0))

it.each([
  ['of one of them', first, 0],
  ['of another asset', other, 2],
] as const)('an assignment %s ends the selection only where it concerns it', async (_what, moved, left) => {
  withBridge({})
  const view = useAssetsViewStore()
  const assigning = useAssignStore()
  view.selected = new Set([first, second].flatMap((one) => (one === undefined ? [] : [assetKey(one)])))
  const app = createApp({
    setup: () => {
      useSelectedAssets(
        () => [],
        () => [],
      )
      return () => null
    },
  })
  app.use(createRouter({ history: createMemoryHistory(), routes: [] }))
  app.mount(document.createElement('div'))
  const moves = moved === undefined ? [] : [{ record: moved, from: null, to: null }]
  assigning.now = { step: 'starting', moves }
  await nextTick()
  assigning.now = { step: 'job', moves, jobId: 'j', oneByOne: false }
  await nextTick()
  expect(view.selected.size).toBe(left)
  app.unmount()
})
