// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import EditReversalDialog from '../../../../src-renderer/entities/employee/EditReversalDialog.vue'
import { always } from '../../support/bridge-double'
import { mountComponent, withBridge } from '../../support/mount-component'
import { entry, job, settings } from '../../support/samples'

it('an unconfirmed reversal of an edit is not sent again by Enter in the field of the operator', async () => {
  const started = job({ action: 'edit-employee', state: 'ended', rows: 1 })
  const row = entry({ action: 'edit-employee', jobId: started.jobId, state: 'unknown' })
  const double = withBridge({
    'settings/read': always<'settings/read'>({ ...settings, operatorIdentity: '' }),
    'settings/change': always<'settings/change'>(settings),
    'jobs/start': always<'jobs/start'>(started),
    'jobs/read': () => succeed({ job: started, rows: [row] }),
  })
  const dialog = mountComponent(EditReversalDialog, {
    jobId: 'job-0',
    row: {
      enterpriseGlobalId: 'E-1',
      memberGlobalId: 'chen',
      memberName: 'Chen Yu',
      userName: 'chen@nbc',
      name: 'Chen Yu',
      passwordMobile: '',
      remark: '',
      departmentId: null,
    },
  })
  const submitAs = async (name: string): Promise<void> => {
    await dialog.get('input[data-testid=reversal-operator]').setValue(name)
    await dialog.get('form').trigger('submit')
    await flushPromises()
  }
  await submitAs('Li Wei')
  expect(dialog.get('[data-testid=change-result]').text()).toContain('Unconfirmed')
  await submitAs('Li Weiming')
  expect(double.calls.filter(({ name }) => name === 'jobs/start')).toHaveLength(1)
})
