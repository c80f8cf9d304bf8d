import { describe, expect, it } from 'vitest'
import type { AttachedDevice } from '#shared/model/attached-device'
import { parseProfile } from '../../../../src-main/locks/profile-problems'
import {
  asNumber,
  draftFor,
  readDraft,
  valueAt,
  withValue,
} from '../../../../src-renderer/features/devices/profile-draft'
import { shell } from '../../support/samples'

const device = (part: Partial<AttachedDevice> = {}): AttachedDevice => ({
  deviceId: '0123456789abcdef',
  source: 'usb',
  facts: { vendorId: 0x529, productId: 1, product: 'Dongle', manufacturer: null, serialNumber: null },
  interfaces: [],
  profile: null,
  nearMisses: [],
  noCard: null,
  reading: null,
  ...part,
})

describe('a profile in the making', () => {
  it('takes a field in and out again, with the group around it', () => {
    const start = { read: { by: 'exchange' } }
    const inside = withValue(withValue(start, 'read.answer.echoes.0', 3), 'read.answer.echoes.1', 4)
    expect(inside).toEqual({ read: { by: 'exchange', answer: { echoes: [3, 4] } } })
    const half = withValue(inside, 'read.answer.echoes.0', undefined)
    expect(half).toEqual({ read: { by: 'exchange', answer: { echoes: [null, 4] } } })
    expect(withValue(half, 'read.answer.echoes.1', undefined)).toEqual(start)
    expect(withValue(withValue(start, 'extract.offset', 2), 'extract.offset', undefined)).toEqual(start)
  })

  it('leaves what stands beside it as it is', () => {
    const draft = { check: { kind: 'sum8', over: [0, 9], at: 9 }, name: { en: 'x', zh: 'y' } }
    expect(withValue(draft, 'check.over.1', 8)).toEqual({
      check: { kind: 'sum8', over: [0, 8], at: 9 },
      name: { en: 'x', zh: 'y' },
    })
    expect(valueAt(draft, 'check.over.1')).toBe(9)
    expect(valueAt(draft, 'check.over.7.x')).toBeUndefined()
    expect(draft.check.over).toEqual([0, 9])
  })

  it('keeps what is no number as it was typed, for the check to name', () => {
    expect([asNumber(' 64 '), asNumber('0x40'), asNumber(''), asNumber('-1')]).toEqual([
      64,
      '0x40',
      undefined,
      '-1',
    ])
  })

  it('is no object while the text is no JSON', () => {
    expect([readDraft('{'), readDraft('[]'), readDraft('{"id":1}')]).toEqual([null, null, { id: 1 }])
  })

  it('begins with what the device says, and reads its serial number where that holds one', () => {
    const failed = {
      state: 'failed',
      reason: 'unknown-model',
      detail: '',
      candidate: shell('8000000026'),
    } as const
    const parsed = parseProfile(draftFor(device({ reading: failed })))
    expect(parsed).toMatchObject({
      ok: true,
      value: { id: 'lock-0529-0001', match: { vendorId: 0x529, productId: 1 }, read: { by: 'serial' } },
    })
    expect(parseProfile(draftFor(device())).ok).toBe(true)
    expect(parseProfile(draftFor(null)).ok).toBe(true)
  })
})
