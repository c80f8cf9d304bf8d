// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { useLockNamesStore } from '../../../../src-renderer/entities/lock-name/lock-names-store'
import { succeed } from '#shared/outcome'
import { withBridge } from '../../support/mount-component'

it('the names that another desk gives are shown at once', async () => {
  const lock = { enterpriseGlobalId: 'e-1', assetNum: 'LD1' }
  let rows = [{ ...lock, name: 'Press', note: '' }]
  const double = withBridge({
    'locks/names': () => succeed({ rows, total: rows.length, version: rows.length }),
  })
  const store = useLockNamesStore()
  await flushPromises()
  expect(store.of(lock)?.name).toBe('Press')
  rows = [{ ...lock, name: 'Mill', note: '' }]
  double.emit('locks/names-changed', null)
  await flushPromises()
  expect(store.of(lock)?.name).toBe('Mill')
})
