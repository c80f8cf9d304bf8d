// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import BatchCountChips from '../../../../../src-renderer/features/lock-desk/continuous/BatchCountChips.vue'
import AppTag from '../../../../../src-renderer/ui/tag/AppTag.vue'
import { createTexts } from '../../../support/texts'

it.each(['disable', 'enable'] as const)('shows completed in green and failed in red: %s', (action) => {
  const counts = { [action]: 2, failed: 1, 'not-sent': 0, unknown: 0, skipped: 0, 'under-way': 0 }
  const chips = mount(BatchCountChips, {
    props: { counts, action },
    global: { plugins: [createTexts('en')] },
  }).findAllComponents(AppTag)
  expect(chips.map((chip) => chip.props('tone'))).toEqual(['enabled', 'disabled'])
})
