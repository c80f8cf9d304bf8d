// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import { useOperatorsStore } from '../../../../src-renderer/entities/operator/operators-store'
import { useSettingsStore } from '../../../../src-renderer/stores/settings-store'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { settings } from '../../support/samples'

const saved = { ...settings, operators: ['Li Wei', 'Chen Yu'], operatorIdentity: 'Li Wei' }

it('a change names who unlocked the app, also where this could not be saved', async () => {
  let isFull = true
  const double = withBridge({
    'settings/read': always<'settings/read'>(saved),
    'settings/change': (part) =>
      isFull ? fail({ code: 'not-saved', message: 'ENOSPC' }) : succeed({ ...saved, ...part }),
  })
  const store = useSettingsStore()
  await store.load()
  const operators = useOperatorsStore()
  operators.lock()
  await operators.unlock('Chen Yu')
  expect(operators.locked).toBe(false)
  expect(store.operator).toBe('Chen Yu')

  isFull = false
  await store.change({ theme: 'dark' })
  double.emit('settings/changed', { ...saved, theme: 'dark' })
  expect(store.operator).toBe('Chen Yu')
  await operators.choose('Li Wei')
  expect(store.operator).toBe('Li Wei')
})

it('a change names the operator chosen last, also where the one before could not be saved', async () => {
  let calls = 0
  withBridge({
    'settings/read': always<'settings/read'>(saved),
    'settings/change': (part) => {
      calls += 1
      return calls === 1 ? fail({ code: 'not-saved', message: 'ENOSPC' }) : succeed({ ...saved, ...part })
    },
  })
  const store = useSettingsStore()
  await store.load()
  const operators = useOperatorsStore()
  await Promise.all([operators.choose('Chen Yu'), operators.choose('Li Wei')])
  expect(store.operator).toBe('Li Wei')
})

it('an operator who could not be removed is still listed and chosen, and the reason is known', async () => {
  let isFull = true
  withBridge({
    'settings/read': always<'settings/read'>(saved),
    'settings/change': (part) =>
      isFull ? fail({ code: 'not-saved', message: 'ENOSPC' }) : succeed({ ...saved, ...part }),
  })
  const store = useSettingsStore()
  await store.load()
  const operators = useOperatorsStore()
  // Chosen for this run only.
  await operators.choose('Chen Yu')
  expect(await operators.remove('Chen Yu')).toBe(false)
  expect([store.operator, operators.known]).toEqual(['Chen Yu', ['Li Wei', 'Chen Yu']])
  expect(operators.removeFailure?.code).toBe('not-saved')

  isFull = false
  expect(await operators.remove('Chen Yu')).toBe(true)
  expect([store.operator, operators.removeFailure]).toEqual(['', null])
})
