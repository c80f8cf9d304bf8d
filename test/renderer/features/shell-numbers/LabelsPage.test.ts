// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { succeed } from '#shared/outcome'
import { useLabelPileStore } from '../../../../src-renderer/features/shell-numbers/label-pile-store'
import LabelsPage from '../../../../src-renderer/features/shell-numbers/LabelsPage.vue'
import { mountComponent, withBridge } from '../../support/mount-component'

it('names only labels printed that were sent to the printer', async () => {
  let end = (_: null | { canceled: true }): void => undefined
  withBridge({
    'window/print': async () => succeed(await new Promise<null | { canceled: true }>((done) => (end = done))),
  })
  const wrapper = mountComponent(LabelsPage, {})
  const pile = useLabelPileStore()
  pile.text = '8000000017'
  await vi.waitFor(() => expect(wrapper.get('[data-testid=label-count]').text()).toContain('1'))
  const print = wrapper.get<HTMLButtonElement>('[data-testid=labels-print]')
  const pdf = wrapper.get('[data-testid=labels-pdf]')
  const isWorking = () => pdf.attributes('disabled') !== undefined || wrapper.text().includes('Preparing')
  const printTo = async (outcome: null | { canceled: true }, meanwhile = ''): Promise<void> => {
    await print.trigger('click')
    await vi.waitFor(() => expect(isWorking()).toBe(true))
    pile.text += meanwhile
    end(outcome)
    await vi.waitFor(() => expect(isWorking()).toBe(false))
  }
  await printTo({ canceled: true })
  expect(wrapper.find('[data-testid=labels-printed]').exists()).toBe(false)
  await printTo(null, '\n8000000018')
  expect(wrapper.get('[data-testid=labels-printed]').text()).toContain('1 printed label is')
  wrapper.unmount()
})
