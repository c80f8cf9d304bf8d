import { describe, expect, it } from 'vitest'
import type { LockJobRequest } from '#shared/model/changes/job'
import type { JournaledJob } from '../../src-main/journal/journal-index'
import { createProposals } from '../../src-main/changes/propose-change'

const proposals = createProposals({
  directory: { known: () => null, enterprises: () => [] },
  employees: { known: () => [] },
  journal: { job: () => null },
  platform: { id: 'platform', training: false },
  chunkSize: () => 20,
  now: () => 1,
})
const row = { assetNum: 'LD8000000017', shellNumber: null, enterpriseGlobalId: 'E1' }
const request: LockJobRequest = {
  action: 'disable',
  operatorIdentity: 'Li Wei',
  retryOf: null,
  rows: [{ ...row, plugId: 'plug-1' }],
}

describe('a proposed change', () => {
  it('is an intent of the open platform with the shell number that belongs to the asset number', () => {
    expect(proposals.ofJob(request, undefined)).toMatchObject({
      ok: true,
      value: {
        intent: {
          operation: 'order.lockAssets',
          environment: 'platform',
          chunkSize: 20,
          rows: [{ key: 'LD8000000017', shellNumber: '8000000017', lockedBefore: null, statesBefore: null }],
        },
        built: [{ plugId: 'plug-1', secret: null }],
      },
    })
  })

  it('does not contain how a work order is used', () => {
    const workOrder = { id: 'order-1', signer: 'office', use: () => expect.unreachable() }
    const proposed = proposals.ofJob(request, workOrder)
    expect(proposed.ok && proposed.value.intent.workOrder).toEqual({ id: 'order-1', signer: 'office' })
  })

  it('cannot reverse a job that the journal does not have', () => {
    expect(proposals.ofJob({ ...request, reverses: 'job-1' }, undefined)).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
  })

  it.each(['reverses', 'retryOf', 'sendsAgain'] as const)(
    'is refused if the job of “%s” was sent to another platform',
    (name) => {
      const ask = (environment: string) =>
        createProposals({
          directory: { known: () => null, enterprises: () => [] },
          employees: { known: () => [] },
          journal: { job: () => ({ intent: { environment } }) as JournaledJob },
          platform: { id: 'platform', training: false },
          chunkSize: () => 20,
          now: () => 1,
        }).ofJob({ ...request, [name]: 'job-1' }, undefined)
      expect(ask('platform').ok).toBe(true)
      expect(ask('other')).toMatchObject({ ok: false, error: { code: 'other-platform' } })
    },
  )

  it('of the queue keeps the ID and the time of the queue with each row', () => {
    const proposed = proposals.ofQueue(request, [{ ...row, outboxId: 'queued-1', queuedAt: 5 }])
    expect(proposed.ok && proposed.value.intent.rows[0]?.request).toEqual({
      outboxId: 'queued-1',
      queuedAt: 5,
    })
  })
})

describe('orders of a batch', () => {
  const enterprise = {
    enterpriseGlobalId: 'E1',
    enterpriseName: '北桥建设集团',
    channelCode: 'CRM-EAST',
    channelCustomerId: 'NB-10017',
  }
  const withEnterprise = createProposals({
    directory: { known: () => null, enterprises: () => [enterprise as never] },
    employees: { known: () => [] },
    journal: { job: () => null },
    platform: { id: 'platform', training: false },
    chunkSize: () => 20,
    now: () => 1,
  })
  const nameOf = (...orderList: readonly Readonly<Record<string, string>>[]): string | null => {
    const proposed = withEnterprise.ofJob(
      {
        action: 'order',
        operatorIdentity: 'Li Wei',
        retryOf: null,
        rows: [
          { channelCode: 'CRM-EAST', channelOrderId: 'LO-1', syncMode: 'sync', orderList: [...orderList] },
        ],
      },
      undefined,
    )
    return proposed.ok ? (proposed.value.intent.rows[0]?.enterpriseName ?? null) : 'not proposed'
  }

  it.each([
    ['its ID', [{ enterpriseGlobalId: 'E1' }], '北桥建设集团'],
    ['its ID in the channel', [{ channelCustomerId: 'NB-10017' }], '北桥建设集团'],
    ['the name in the order', [{ enterpriseGlobalId: 'E2', customerName: 'Harbour' }], 'Harbour'],
    ['nothing that is known', [{ crmCustomerId: 'CRM-1' }], null],
    ['no single one', [{ enterpriseGlobalId: 'E1' }, { customerName: 'Harbour' }], null],
    ['one in every order', [{ enterpriseGlobalId: 'E1' }, { channelCustomerId: 'NB-10017' }], '北桥建设集团'],
  ])('have the enterprise in the log by %s', (_, orders, name) => {
    expect(nameOf(...(orders as readonly Record<string, string>[]))).toBe(name)
  })
})

describe('an edit of an employee', () => {
  const listed = {
    memberGlobalId: 'M1',
    enterpriseGlobalId: 'E1',
    name: '张静',
    departmentId: '10101',
    passwordMobile: '13945084087',
    remark: null,
    readAt: 5,
  }
  const edited = {
    enterpriseGlobalId: 'E1',
    memberGlobalId: 'M1',
    memberName: '张静',
    userName: 'zhangjing',
    departmentId: '10101',
    name: '张婧',
    remark: 'On site',
    passwordMobile: '',
  }
  const requestOf = (employee: object): unknown => {
    const proposed = createProposals({
      directory: { known: () => null, enterprises: () => [] },
      employees: { known: () => [employee as never] },
      journal: { job: () => null },
      platform: { id: 'platform', training: false },
      chunkSize: () => 20,
      now: () => 1,
    }).ofJob(
      { action: 'edit-employee', operatorIdentity: 'Li Wei', retryOf: null, rows: [edited] },
      undefined,
    )
    return proposed.ok ? proposed.value.intent.rows[0]?.request : 'not proposed'
  }

  it('keeps the listed values in the journal, so that it can be reversed', () => {
    const before = {
      name: '张静',
      departmentId: '10101',
      passwordMobile: '13945084087',
      remark: '',
      readAt: 5,
    }
    expect(requestOf(listed)).toEqual({ ...edited, before })
  })

  it.each([
    ['of an employee whom no list has', { ...listed, memberGlobalId: 'M2' }],
    ['whose number the list masks', { ...listed, passwordMobile: '139****4087' }],
    ['whose name the list omits', { ...listed, name: null }],
  ])('keeps no values %s', (_, employee) => {
    expect(requestOf(employee)).toEqual(edited)
  })
})
