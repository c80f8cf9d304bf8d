// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { TestFact, TestStep } from '#shared/model/app/saved-platform'
import TestSteps from '../../../../src-renderer/features/connect/TestSteps.vue'
import { mountComponent } from '../../support/mount-component'

const connectionWith = (fact: TestFact) => {
  const step: TestStep = { name: 'connection', state: 'passed', problem: null, facts: [fact] }
  return mountComponent(TestSteps, { steps: [step] }).get('[data-testid=step-connection]')
}

it('a connection without encryption is a warning, not a success', () => {
  const plain = connectionWith({ kind: 'plain-http', host: 'desk.example' })
  expect(plain.get('.visually-hidden').text()).toBe('warning')
  expect(plain.find('.lucide-circle-check').exists()).toBe(false)
  expect(plain.find('.lucide-triangle-alert').exists()).toBe(true)

  const encrypted = connectionWith({
    kind: 'certificate',
    host: 'desk.example',
    subject: 'desk.example',
    issuer: 'CA',
    expiresAt: null,
  })
  expect(encrypted.get('.visually-hidden').text()).toBe('passed')
  expect(encrypted.find('.lucide-circle-check').exists()).toBe(true)
})
