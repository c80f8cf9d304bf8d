import { expect, it } from 'vitest'
import type { QueueEnd } from '#shared/model/changes/queued-change'
import { endCountsOf } from '../../../../../src-renderer/features/lock-desk/queue/end-counts'

const end = (part: Partial<QueueEnd>): QueueEnd => ({
  id: 'one',
  action: 'disable',
  assetNum: 'LD8000000017',
  shellNumber: null,
  how: 'sent',
  at: 1,
  state: 'done',
  reason: null,
  ...part,
})

it('what failed, is unconfirmed or was not sent is not finished', () => {
  const ended = [
    end({}),
    end({ how: 'already', state: null }),
    end({ state: 'unknown' }),
    end({ state: 'failed' }),
    end({ how: 'expired', state: null }),
    end({ state: 'not-sent' }),
  ]
  expect(endCountsOf(ended)).toEqual([
    { name: 'endedCount', count: 2 },
    { name: 'failedCount', count: 1 },
    { name: 'unknownCount', count: 1 },
    { name: 'notSentCount', count: 2 },
  ])
  expect(endCountsOf([end({ state: 'unknown' })])).toEqual([{ name: 'unknownCount', count: 1 }])
})
