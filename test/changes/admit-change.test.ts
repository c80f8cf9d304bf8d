import { beforeEach, expect, it } from 'vitest'
import type { Job } from '#shared/model/changes/job'
import { fail, succeed } from '#shared/outcome'
import { createAdmission } from '../../src-main/changes/admit-change'
import type { Impact } from '../../src-main/changes/high-impact'
import type { JournaledJob } from '../../src-main/journal/journal-index'
import type { Intent } from '../../src-main/journal/record'

const steps = ['look only', 'twice', 'intent', 'job', 'request', 'without order', 'confirmation'] as const
type Step = (typeof steps)[number]

let passed: string[]
let refuses: ReadonlySet<Step>
/** What happens while the system dialog is open. */
let whileAsking: () => void
beforeEach(() => {
  whileAsking = () => undefined
  passed = []
  refuses = new Set()
})

/** Notes the step. True if it refuses. */
const at = (step: Step): boolean => {
  passed.push(step)
  return refuses.has(step)
}
const refusal = { code: 'not-allowed', message: '' } as const
const intent = (workOrder?: Intent['workOrder']): Intent =>
  ({ operation: 'order.lockAssets', rows: [{ key: 'LD1' }], workOrder }) as Partial<Intent> as Intent
const request = { action: 'disable', operatorIdentity: 'Li Wei', retryOf: null, rows: [] } as const

/** It is asked again right before the start. */
let isAsked = false
const admission = createAdmission({
  isLookOnly: () => {
    if (isAsked) return refuses.has('look only')
    isAsked = true
    return at('look only')
  },
  duplicates: {
    unlessRepeated: (_request, start) =>
      at('twice') ? Promise.resolve(fail({ code: 'in-progress', message: '' })) : start(),
  },
  policy: {
    refuseJob: () => (at('job') ? refusal : null),
    refuseRequest: () => (at('request') ? refusal : null),
    refuseWithoutOrder: () => (at('without order') ? refusal : null),
  },
  unordered: {
    recent: () => 0,
    whileStarting: (_count, start) => start(),
    remember: () => Promise.resolve(),
  },
  confirmations: {
    approve: () => {
      const isConfirmed = !at('confirmation')
      whileAsking()
      return Promise.resolve(isConfirmed)
    },
    startContinuous: () => Promise.resolve(true),
    stopContinuous: () => false,
    stop: () => undefined,
  },
  impactOf: () => ({}) as Partial<Impact> as Impact,
  loansOf: () => ({ dueDates: [], mostPerEmployee: 0 }),
})
const admit = async (over: { isQueued?: boolean; isConfirmed?: boolean; isOrdered?: boolean } = {}) => {
  const { isQueued = false, isConfirmed = false, isOrdered = false } = over
  isAsked = false
  const started = await admission.admitChange({
    request: isQueued ? null : request,
    propose: () =>
      at('intent')
        ? fail({ code: 'invalid-input', message: '' })
        : succeed({ intent: intent(isOrdered ? { id: 'O1', signer: 'Office' } : undefined) }),
    isConfirmed,
    start: () => {
      passed.push('start')
      return Promise.resolve(succeed({} as Partial<Job> as Job))
    },
  })
  return started.ok
}

it('takes every step in its order', async () => {
  expect(await admit()).toBe(true)
  expect(passed).toEqual([...steps, 'start'])
})

it.each(steps)('ends at the first step that refuses: %s', async (step) => {
  refuses = new Set(steps.slice(steps.indexOf(step)))
  expect(await admit()).toBe(false)
  expect(passed).toEqual(steps.slice(0, steps.indexOf(step) + 1))
})

it.each([
  ['of the queue', { isQueued: true, isConfirmed: true }, ['twice', 'confirmation']],
  ['that was confirmed before', { isConfirmed: true }, ['confirmation']],
  ['of a work order', { isOrdered: true }, ['without order']],
] as const)('a change %s needs fewer', async (_what, over, without) => {
  refuses = new Set(without)
  expect(await admit(over)).toBe(true)
  expect(passed).toEqual([...steps, 'start'].filter((step) => !without.some((one) => one === step)))
})

it('refuses what was confirmed while the platform was set to look only', async () => {
  whileAsking = () => (refuses = new Set(['look only']))
  expect(await admit()).toBe(false)
  expect(passed).toEqual(steps)
})

it('resumes, queues and continues nothing while the platform is look only', async () => {
  refuses = new Set(['look only'])
  const job = { jobId: 'J1', intent: intent() } as Partial<JournaledJob> as JournaledJob
  expect(admission.refuseResume(job)?.code).toBe('look-only')
  const counts = { locks: 1, enterprises: 1, unlisted: 0, rows: [] }
  expect(await admission.confirmQueued({ action: 'disable', operatorIdentity: 'Li Wei', ...counts })).toBe(
    false,
  )
  expect(await admission.startContinuous('disable', 'Li Wei')).toMatchObject({ error: { code: 'look-only' } })
})
