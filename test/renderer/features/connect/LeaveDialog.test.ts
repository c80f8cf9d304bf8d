// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import LeaveDialog from '../../../../src-renderer/features/connect/LeaveDialog.vue'
import type { Language } from '../../../../src-renderer/i18n/i18n'
import { mountComponent } from '../../support/mount-component'

const textIn = (language: Language, unsent: readonly { kind: string; count: number }[]): string => {
  const pendingSwitch = { to: 'training', inFlight: 0, jobs: 0, unsent }
  const dialog = mountComponent(LeaveDialog, { pendingSwitch, name: 'Training', switching: false }, language)
  const text = dialog.get('[data-testid=leave-dialog]').text()
  expect(dialog.get('[data-testid=leave-discard]').classes()).toContain('n-button--error-type')
  dialog.unmount()
  return text
}
const labels = { kind: 'labels', count: 2 }
const loans = { kind: 'loans', count: 1 }
const locks = { kind: 'locks', count: 1200 }

it('the question before another platform opens names what would be discarded, with its numbers', () => {
  expect(textIn('en', [loans])).toBe('1 unsent loan will be discarded.')
  expect(textIn('en', [labels, loans])).toBe('2 label numbers and 1 unsent loan will be discarded.')
  expect(textIn('en', [locks, labels, loans])).toBe(
    '1,200 locks of the list, 2 label numbers, and 1 unsent loan will be discarded.',
  )
  expect(textIn('zh', [loans])).toBe('将丢弃 1 张未发送的借出单。')
  expect(textIn('zh', [labels, loans])).toBe('将丢弃 2 个标签号码、1 张未发送的借出单。')
})
