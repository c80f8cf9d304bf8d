// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import SkeletonLine from '../../../../src-renderer/ui/feedback/SkeletonLine.vue'

it('a placeholder is not read', () => {
  const line = mount(SkeletonLine, { props: { width: '40%' } })
  expect(line.attributes()).toMatchObject({ 'aria-hidden': 'true' })
  expect(line.attributes('style')).toContain('width: 40%')
})
