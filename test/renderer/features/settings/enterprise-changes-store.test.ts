// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { useEnterpriseChangesStore } from '../../../../src-renderer/features/settings/enterprises/enterprise-changes-store'
import { useNewEnterprise } from '../../../../src-renderer/features/settings/enterprises/new-enterprise'
import { withBridge } from '../../support/mount-component'
import { registerSlice } from '../../support/samples'

const open = () => {
  let answer = (): void => undefined
  withBridge({
    'enterprises/list': () => succeed(registerSlice([])),
    'enterprises/add': async () => {
      await new Promise<void>((done) => (answer = done))
      return succeed(null)
    },
  })
  const form = useNewEnterprise()
  form.channelCode.value = 'GX-EAST'
  form.channelCustomerId.value = 'C-1'
  const adding = useEnterpriseChangesStore().add({
    by: 'channel',
    channelCode: 'GX-EAST',
    channelCustomerId: 'C-1',
  })
  return { form, adding, answer: () => answer() }
}

it('the form of an enterprise is empty once it was added', async () => {
  const { form, adding, answer } = open()
  await flushPromises()
  answer()
  await adding
  expect([form.channelCode.value, form.channelCustomerId.value]).toEqual(['', ''])
})

it('the next enterprise, typed while one is being added, stays', async () => {
  const { form, adding, answer } = open()
  await flushPromises()
  form.channelCustomerId.value = 'C-2'
  answer()
  await adding
  expect([form.channelCode.value, form.channelCustomerId.value]).toEqual(['GX-EAST', 'C-2'])
})
