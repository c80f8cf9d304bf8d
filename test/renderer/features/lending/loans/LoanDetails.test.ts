// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { useSettingsStore } from '../../../../../src-renderer/stores/settings-store'
import LoanDetails from '../../../../../src-renderer/features/lending/loans/LoanDetails.vue'
import { always } from '../../../support/bridge-double'
import { withBridge } from '../../../support/mount-component'
import { loan, settings } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

it('a loan is closed by a named operator, never by a scanned lock number', async () => {
  const double = withBridge({
    'settings/read': always<'settings/read'>({ ...settings, operatorIdentity: '' }),
    'loans/close': () => succeed(null),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  const wrapper = mount(LoanDetails, {
    attachTo: document.body,
    props: { loan: loan({ state: 'not-listed' }), lockAssetId: null, reading: false },
    global: { plugins: [pinia, createTexts('en')] },
  })
  const close = async (operator: string): Promise<void> => {
    await wrapper.get('input[data-testid=loan-close-operator]').setValue(operator)
    await wrapper.get('form').trigger('submit')
    await flushPromises()
  }
  const closed = () => double.calls.filter(({ name }) => name === 'loans/close').map(({ input }) => input)

  await close('8000000021')
  expect(closed()).toEqual([])
  expect(wrapper.get('[data-testid=loan-close]').attributes('disabled')).toBeDefined()
  await close('Wang Fang')
  expect(closed()).toMatchObject([{ operatorIdentity: 'Wang Fang' }])
  wrapper.unmount()
})
