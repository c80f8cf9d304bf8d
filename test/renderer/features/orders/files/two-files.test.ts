// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { getActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { defineComponent } from 'vue'
import { succeed } from '#shared/outcome'
import { useBatchFiles } from '../../../../../src-renderer/features/orders/files/use-batch-files'
import { useOrdersStore } from '../../../../../src-renderer/features/orders/orders-store'
import { withBridge } from '../../../support/mount-component'
import { createTexts } from '../../../support/texts'

it('a batch file that is read after a newer one was chosen does not take its place', async () => {
  withBridge({ 'drafts/save-order': () => succeed(null) })
  const found: ReturnType<typeof useBatchFiles>[] = []
  const page = mount(
    defineComponent(() => {
      found.push(useBatchFiles())
      return () => null
    }),
    { global: { plugins: [createTexts('en'), getActivePinia()!] } },
  )
  const [files] = found
  const bytesOf = (channelCode: string): ArrayBuffer =>
    new TextEncoder().encode(JSON.stringify({ channelCode, orderList: [{ sequence: 1 }] })).buffer
  let answer = (_bytes: ArrayBuffer): void => undefined
  const slow = new File([], 'slow.json')
  Object.assign(slow, { arrayBuffer: () => new Promise<ArrayBuffer>((done) => (answer = done)) })
  const first = files!.take(slow)
  await files!.take(new File([bytesOf('NEW')], 'new.json'))
  answer(bytesOf('SLOW'))
  await first
  await flushPromises()
  expect(useOrdersStore().head.channelCode).toBe('NEW')
  page.unmount()
})
