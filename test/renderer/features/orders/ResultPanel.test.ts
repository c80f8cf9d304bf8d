// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import ResultPanel from '../../../../src-renderer/features/orders/result/ResultPanel.vue'
import { withBridge } from '../../support/mount-component'
import { entry } from '../../support/samples'
import { createTexts } from '../../support/texts'

it('of an unconfirmed batch has the number that the support is asked about', () => {
  withBridge({})
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  const panel = mount(ResultPanel, {
    props: {
      entry: entry({
        action: 'order',
        key: 'a-key',
        state: 'unknown',
        request: { channelOrderId: 'LD-20261129-143606', sequences: [1] },
      }),
      orders: [],
      isAsync: false,
    },
    global: { plugins: [createTexts('en'), router] },
  })
  expect(panel.text()).toContain('support with the order number')
  expect(panel.get('[data-testid=result-number]').text()).toBe('Channel order number LD-20261129-143606')
})
