import { describe, expect, it } from 'vitest'
import type { QueueRequest } from '../../../src-main/changes/admit-change'
import { createQueueConfirmation } from '../../../src-main/changes/offline-queue/confirm-queued'
import type { QueueItem } from '../../../src-main/changes/offline-queue/queue-file'
import { recordOf } from '../support/queue'

const heldItem = (id: string, assetNum: string, over: Partial<QueueItem> = {}): QueueItem => ({
  id,
  environment: 'training',
  action: 'disable',
  assetNum,
  shellNumber: null,
  enterpriseGlobalId: 'E1',
  enterpriseName: null,
  operatorIdentity: 'Li Wei',
  facts: null,
  queuedAt: 0,
  expiresAt: 1,
  held: { because: 'expired', at: 0 },
  released: false,
  wantedAt: 0,
  wantedAfter: '',
  ...over,
})

/** Locks on the lists: LD1 and LD2 in two enterprises. */
const start = (approve: (request: QueueRequest) => boolean = () => true) => {
  const lists = [recordOf('LD1'), recordOf('LD2', { enterpriseGlobalId: 'E2' })]
  const asked: QueueRequest[] = []
  const confirmation = createQueueConfirmation({
    directory: {
      known: (assetNum, enterpriseGlobalId) =>
        lists.find(
          (record) =>
            record.assetNum === assetNum &&
            (enterpriseGlobalId === null || record.enterpriseGlobalId === enterpriseGlobalId),
        ) ?? null,
    },
    queueGateway: {
      approve: (request) => {
        asked.push(request)
        return Promise.resolve(approve(request))
      },
    },
  })
  return { confirmation, asked }
}

describe('the confirmation of the queue', () => {
  it('counts locks by their own list, and those on no list', async () => {
    const { confirmation, asked } = start()
    const rows = [
      { assetNum: 'LD1', enterpriseGlobalId: 'E1' },
      { assetNum: 'LD2', enterpriseGlobalId: 'E1' },
      { assetNum: 'LD3', enterpriseGlobalId: null },
    ]
    const request = { action: 'disable', operatorIdentity: 'Li Wei', rows } as const
    expect(await confirmation.confirmAdded(request)).toBe(true)
    expect(asked).toEqual([{ ...request, locks: 3, enterprises: 1, unlisted: 2 }])
  })

  it('asks once for each action and operator of held changes, wherever their locks are listed now', async () => {
    const { confirmation, asked } = start(({ action }) => action === 'disable')
    const confirmed = await confirmation.confirmReleased([
      heldItem('1', 'LD1'),
      heldItem('2', 'LD1', { action: 'enable' }),
      heldItem('3', 'LD2'),
      heldItem('4', 'LD3', { operatorIdentity: 'Ana' }),
    ])
    expect([...confirmed]).toEqual(['1', '3', '4'])
    expect(
      asked.map(({ action, operatorIdentity, ...counts }) => [action, operatorIdentity, counts]),
    ).toEqual([
      ['disable', 'Li Wei', expect.objectContaining({ locks: 2, enterprises: 2, unlisted: 0 })],
      ['enable', 'Li Wei', expect.objectContaining({ locks: 1, enterprises: 1, unlisted: 0 })],
      ['disable', 'Ana', expect.objectContaining({ locks: 1, enterprises: 0, unlisted: 1 })],
    ])
  })
})
