// @vitest-environment happy-dom
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effectScope, nextTick, ref } from 'vue'
import type { EffectScope } from 'vue'
import { succeed } from '#shared/outcome'
import { testSteps } from '#shared/model/app/saved-platform'
import type { PlatformFields, TestStep } from '#shared/model/app/saved-platform'
import { useConnectForm } from '../../../../src-renderer/features/connect/connect-form'
import { useConnectStore } from '../../../../src-renderer/entities/platform/connect-store'
import { createBridgeDouble } from '../../support/bridge-double'
import { northFields } from './north-fields'

const has = { orderSecret: true, memberSecret: true, password: true }

let scope: EffectScope
beforeEach(() => (scope = effectScope()))
afterEach(() => scope.stop())

describe('the steps of the form', () => {
  const none = { orderSecret: false, memberSecret: false, password: false }
  const start = (given: PlatformFields | null) =>
    scope.run(() =>
      useConnectForm(
        () => ({ id: null, fields: given, has: given === null ? none : has }),
        () => given,
      ),
    )!
  const statesOf = (form: ReturnType<typeof start>) =>
    (['address', 'keys', 'sign-in'] as const).map(form.entryStateOf)

  it('begin empty, and the sign-in is optional', () => {
    const form = start(null)
    expect(statesOf(form)).toEqual(['empty', 'empty', 'optional'])
    form.showAllProblems()
    expect(statesOf(form)).toEqual(['incomplete', 'incomplete', 'optional'])
  })

  it('are complete when their fields are', () => {
    expect(statesOf(start(northFields))).toEqual(['complete', 'complete', 'complete'])
  })

  it.each([
    ['leaving the field', (form: ReturnType<typeof start>) => form.touch('baseUrl')],
    ['the test', (form: ReturnType<typeof start>) => form.showAllProblems()],
  ])('read an address that an input method made full-width, at %s', (_, leave) => {
    const form = start(northFields)
    form.values.baseUrl = 'ｈｔｔｐｓ：／／north．example／api\u200b '
    leave(form)
    expect(form.shown('baseUrl')).toBeNull()
    expect(form.toFields().baseUrl).toBe('https://north.example/api')
    expect(form.values.baseUrl).toBe('https://north.example/api')
  })

  it('do not say complete of an address without encryption', () => {
    const form = start({ ...northFields, baseUrl: 'http://north.example/api' })
    expect(form.entryStateOf('address')).toBe('empty')
    form.allowsPlain.value = true
    expect(form.entryStateOf('address')).toBe('not-encrypted')
  })
})

describe('a secret entered before', () => {
  const start = () =>
    scope.run(() => {
      const secretsOwner = ref<PlatformFields | null>(northFields)
      return useConnectForm(
        () => ({ id: null, fields: northFields, has }),
        () => secretsOwner.value,
      )
    })!

  it('is reported as dropped where the address changes, and kept otherwise', async () => {
    const form = start()
    expect(form.reentryReason('order')).toBeNull()
    form.values.baseUrl = 'https://north.example/other'
    await nextTick()
    expect(form.reentryReason('order')).toBeNull()
    form.values.baseUrl = 'https://south.example/api'
    await nextTick()
    expect((['order', 'member', 'password'] as const).map(form.reentryReason)).toEqual([
      'address',
      'address',
      'address',
    ])
    form.values.orderSecret = 'entered again'
    expect(form.reentryReason('order')).toBeNull()
  })

  it('is reported as belonging to another app key or user', async () => {
    const form = start()
    form.values.orderKey = 'other'
    form.values.userName = 'wang.fang'
    await nextTick()
    expect([form.reentryReason('order'), form.reentryReason('password')]).toEqual(['owner', 'owner'])
  })
})

describe('a test result', () => {
  const steps = (state: TestStep['state']): TestStep[] =>
    testSteps.map((name) => ({ name, state, facts: [], problem: null }))
  const secrets = { orderSecret: 's', memberSecret: 's', password: null }

  const start = async (tested: () => Promise<void>) => {
    setActivePinia(createPinia())
    const double = createBridgeDouble({
      'connect/begin': () => succeed({ id: null, fields: northFields, has }),
      'connect/stop-test': () => succeed(null),
      'connect/test': async () => {
        await tested()
        return succeed({ report: { passed: false, steps: steps('failed') }, has })
      },
    })
    Object.assign(window, { lockDesk: double.api })
    const connect = scope.run(() => useConnectStore())!
    await connect.begin()
    return { connect, double }
  }

  it('is discarded and reported as outdated after a change', async () => {
    const { connect } = await start(() => Promise.resolve())
    connect.change()
    expect(connect.isStale).toBe(false)
    await connect.test(northFields, secrets)
    expect(connect.steps[0]?.state).toBe('failed')
    connect.change()
    expect([connect.isStale, connect.passed, connect.steps[0]?.state]).toEqual([true, null, 'waiting'])
    await connect.test(northFields, secrets)
    expect([connect.isStale, connect.passed]).toEqual([false, false])
  })

  it('is discarded where a field changed during the test', async () => {
    let finish: () => void = () => undefined
    const { connect, double } = await start(() => new Promise((done) => (finish = done)))
    const testing = connect.test(northFields, secrets)
    await nextTick()
    connect.change()
    double.emit('connect/steps', steps('running'))
    finish()
    await testing
    expect([connect.isStale, connect.passed, connect.steps[0]?.state]).toEqual([true, null, 'waiting'])
    expect(double.calls.map(({ name }) => name)).toContain('connect/stop-test')
  })
})
