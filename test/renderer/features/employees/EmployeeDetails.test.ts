// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import EmployeeDetails from '../../../../src-renderer/features/employees/EmployeeDetails.vue'
import { withBridge } from '../../support/mount-component'
import { employee } from '../../support/samples'
import { createTexts } from '../../support/texts'

it.each([
  ['en', true, 'Account in use'],
  ['en', false, 'Account not in use'],
  ['zh', true, '账号使用中'],
  ['zh', false, '账号未使用'],
] as const)(
  'details say in %s that the account is meant, not the borrowed lock: %s',
  (language, onlineFlag, text) => {
    withBridge({})
    const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
    const details = mount(EmployeeDetails, {
      props: { employee: { ...employee, borrowNum: '8000000067', onlineFlag } },
      global: { plugins: [createTexts(language), createPinia(), router] },
    })
    expect(details.text()).toContain(text)
  },
)
