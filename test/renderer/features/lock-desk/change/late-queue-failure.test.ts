// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { fail } from '#shared/outcome'
import { useRequestedChangeStore } from '../../../../../src-renderer/features/lock-desk/change/requested-change-store'
import { withBridge } from '../../../support/mount-component'

it('a late failure of a queued change is in its own confirmation, which follows that of another lock', async () => {
  let refuse = (): void => undefined
  withBridge({
    'outbox/add': () =>
      new Promise((resolve) => {
        refuse = () => resolve(fail({ code: 'not-saved', message: 'ENOSPC' }))
      }),
  })
  const store = useRequestedChangeStore()
  const lock = (number: string) => ({ number, record: null, plugId: null })
  store.open('disable', lock('8000000017'))
  const queued = store.enqueue('Li Wei')
  await flushPromises()
  store.open('enable', lock('8000000018'))
  refuse()
  await queued
  expect([store.requested?.assetNum, store.queueFailure]).toEqual(['8000000018', null])
  store.close()
  await flushPromises()
  expect([store.requested?.assetNum, store.queueFailure?.code]).toEqual(['8000000017', 'not-saved'])
  store.close()
  await flushPromises()
  expect([store.requested, store.queueFailure]).toEqual([null, null])
})
