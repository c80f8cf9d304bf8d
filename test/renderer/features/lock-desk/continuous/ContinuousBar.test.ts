// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { routerKey } from 'vue-router'
import { succeed } from '#shared/outcome'
import DeskToolbar from '../../../../../src-renderer/features/lock-desk/DeskToolbar.vue'
import { useContinuousStore } from '../../../../../src-renderer/features/lock-desk/continuous/continuous-store'
import { useSettingsStore } from '../../../../../src-renderer/stores/settings-store'
import { always } from '../../../support/bridge-double'
import { withBridge } from '../../../support/mount-component'
import { changesIn, oneLockJobs } from '../../../support/one-lock-job'
import { entry, record, settings } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

it('takes the number of a line of a message, as the field of the desk does', async () => {
  const number = '8000000018'
  const double = withBridge({
    'settings/read': always<'settings/read'>(settings),
    'continuous/start': always<'continuous/start'>(null),
    'continuous/stop': always<'continuous/stop'>(null),
    'locks/look-up': (asked) =>
      succeed(
        asked.number === number
          ? { state: 'found', record: record(number, Date.now()), failure: null }
          : { state: 'not-a-number' },
      ),
    ...oneLockJobs((request) => succeed(entry({ ...request, entryId: 'entry-1' }))),
  })
  await useSettingsStore().load()
  const continuous = useContinuousStore()
  await continuous.start('disable')
  const page = mount(DeskToolbar, {
    global: {
      plugins: [createTexts('en')],
      provide: { [routerKey as symbol]: {} },
      stubs: { OperatorMenu: true },
    },
  })
  await page.get('input').setValue(`3）壳号：${number}；`)
  await page.get('form').trigger('submit')
  await flushPromises()
  expect(changesIn(double.calls)).toHaveLength(1)
  expect(continuous.typed).toBe('')
  continuous.stop('requested')
  page.unmount()
})
