// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { beforeEach, expect, it } from 'vitest'
import { fail } from '#shared/outcome'
import ConnectDialog from '../../../../src-renderer/features/connect/ConnectDialog.vue'
import { useConnectStore } from '../../../../src-renderer/entities/platform/connect-store'
import { openDialogsAsBrowsers } from '../../support/browser-dialogs'
import { mountComponent, withBridge } from '../../support/mount-component'

beforeEach(openDialogsAsBrowsers)

const fields = {
  name: 'North',
  baseUrl: 'https://platform.example',
  userCentreUrl: 'https://platform.example/oauth/token',
  orderAppKey: 'desk',
  memberAppKey: 'desk',
  userName: 'li.wei',
}

it('a changed address keeps what was entered, and says that the secrets are to be entered again', async () => {
  withBridge({})
  const has = { orderSecret: true, memberSecret: true, password: true }
  const wrapper = mountComponent(ConnectDialog, { draft: { id: 'one', fields, has } })
  useConnectStore().secretsOwner = fields
  const value = (testid: string) => wrapper.get<HTMLInputElement>(`input[data-testid=${testid}]`)
  await value('connect-baseUrl').setValue('https://elsewhere.example')
  expect(wrapper.get('form').text()).toContain('Enter the app secret and the password again')
  expect(value('connect-orderKey').element.value).toBe('desk')
  expect(value('connect-userName').element.value).toBe('li.wei')
  await wrapper.get('form').trigger('submit')
  expect(wrapper.get('form').text()).toContain('Not sent to another address. Enter it again.')
  await value('connect-baseUrl').setValue('https://platform.example')
  expect(wrapper.get('form').text()).not.toContain('Enter the app secret and the password again')
  wrapper.unmount()
})

it('a secret that is being tested is not reported as missing', async () => {
  let finish: () => void = () => undefined
  withBridge({
    'connect/test': async () => {
      await new Promise<void>((done) => (finish = done))
      return fail({ code: 'internal', message: 'the test ended' })
    },
  })
  const has = { orderSecret: false, memberSecret: false, password: false }
  const wrapper = mountComponent(ConnectDialog, { draft: { id: null, fields: null, has } })
  const value = (testid: string) => wrapper.get<HTMLInputElement>(`input[data-testid=${testid}]`)
  for (const [name, text] of [
    ['name', 'North'],
    ['baseUrl', fields.baseUrl],
    ['userCentreUrl', fields.userCentreUrl],
    ['orderKey', 'desk'],
    ['orderSecret', 'secret'],
    ['userName', 'li.wei'],
    ['password', 'word'],
  ] as const)
    await value(`connect-${name}`).setValue(text)
  await wrapper.get('form').trigger('submit')
  await flushPromises()
  expect(useConnectStore().testing).toBe(true)
  expect(value('connect-orderSecret').element.value).toBe('')
  expect(wrapper.get('form').text()).not.toContain('Enter the app secret.')
  expect(wrapper.get('form').text()).not.toContain('Check the fields')
  finish()
  await flushPromises()
  // Main has not accepted it.
  expect(value('connect-orderSecret').element.value).toBe('secret')
  expect(value('connect-password').element.value).toBe('word')
  expect(wrapper.text()).toContain('Couldn’t run the test.')
  wrapper.unmount()
})
