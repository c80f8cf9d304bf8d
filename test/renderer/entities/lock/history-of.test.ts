import { expect, it } from 'vitest'
import { historyOf } from '../../../../src-renderer/entities/lock/history-of'
import { entry, record, shell } from '../../support/samples'

const lock = record('8000000017', 1, { assetNum: 'LD8000000017' })
const sent = (entryId: string, key: string, request: ReturnType<typeof entry>['request'] = null) =>
  entry({ entryId, key, shellNumber: shell('8000000017'), request })

it('has what was sent for the asset or for its digits alone, and what names it', () => {
  const entries = [
    sent('asset', 'LD8000000017'),
    sent('digits', '8000000017'),
    sent('assigned', 'E1 nonce', { addAssets: ['LD8000000017'] }),
  ]
  expect(historyOf(lock, entries)).toEqual(entries)
})

it('has nothing of another asset with the same digits', () => {
  expect(historyOf(lock, [sent('other', 'XX8000000017')])).toEqual([])
})
