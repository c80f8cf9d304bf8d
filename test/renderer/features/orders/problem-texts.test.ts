// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import type { Problem } from '#shared/model/orders/order-problems'
import { useOrderTexts } from '../../../../src-renderer/features/orders/use-order-texts'
import { mountComponent, withBridge } from '../../support/mount-component'

it('the problems of an order group limits, and leave numbers of assets as they are', () => {
  withBridge({})
  const problems: Problem[] = [
    { code: 'too-many', path: [], detail: '5000' },
    { code: 'too-large', path: [], detail: '9223372036854775806' },
    { code: 'duplicate', path: [], detail: '8000000017' },
    { code: 'number-too-long', path: [], detail: '8'.repeat(100) },
  ]
  const wrapper = mountComponent(
    defineComponent(() => {
      const { problemText } = useOrderTexts()
      return () => problems.map((problem) => h('p', problemText(problem)))
    }),
    {},
  )
  expect(wrapper.findAll('p').map((line) => line.text())).toEqual([
    'At most 5,000.',
    'At most 9,223,372,036,854,775,806.',
    'Duplicate: 8000000017.',
    '888888888888888888888888… is longer than 64 characters.',
  ])
  wrapper.unmount()
})
