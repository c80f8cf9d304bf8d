// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { routerKey } from 'vue-router'
import { succeed } from '#shared/outcome'
import DeskQueue from '../../../../../src-renderer/features/lock-desk/queue/DeskQueue.vue'
import { useSettingsStore } from '../../../../../src-renderer/stores/settings-store'
import { withBridge } from '../../../support/mount-component'
import { day, settings, shell } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

it('who is asked for when a change is released is the operator from then on', async () => {
  const released: (string | undefined)[] = []
  const number = '8000000018'
  withBridge({
    'outbox/list': () =>
      succeed({
        isChecking: false,
        ended: [],
        changes: [
          {
            id: number,
            action: 'disable',
            assetNum: number,
            shellNumber: shell(number),
            enterpriseName: null,
            operatorIdentity: 'Li Wei',
            queuedAt: 0,
            expiresAt: day,
            state: 'held',
            held: { because: 'record-changed', at: 0 },
          },
        ],
      }),
    'outbox/release': ({ operatorIdentity }) => {
      released.push(operatorIdentity)
      return succeed(null)
    },
    'settings/change': (part) => succeed({ ...settings, ...part }),
  })
  const store = useSettingsStore()
  store.settings = { ...settings, operatorIdentity: '' }
  const page = mount(DeskQueue, {
    global: {
      plugins: [createTexts('en')],
      provide: { [routerKey as symbol]: {} },
      stubs: { StatusItem: { template: '<div><slot :close="() => undefined" /></div>' } },
    },
  })
  await flushPromises()
  await page.get('input').setValue('Chen Yu')
  await page.get('[data-testid=queue-release]').trigger('click')
  await flushPromises()
  expect([released, store.operator]).toEqual([['Chen Yu'], 'Chen Yu'])
})
