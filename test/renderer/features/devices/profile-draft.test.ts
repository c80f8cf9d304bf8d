import { describe, expect, it } from 'vitest'
import type { AttachedDevice } from '#shared/model/locks/attached-device'
import { parseProfile } from '../../../../src-main/locks/profiles/profile-problems'
import {
  parseNumber,
  newDraftFor,
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
  isProtected: false,
  noCard: null,
  reading: null,
  pluggedAt: null,
  ...part,
})

describe('a profile draft', () => {
  it('adds and removes a field together with its group', () => {
    const start = { read: { by: 'exchange' } }
    const inside = withValue(withValue(start, 'read.answer.echoes.0', 3), 'read.answer.echoes.1', 4)
    expect(inside).toEqual({ read: { by: 'exchange', answer: { echoes: [3, 4] } } })
    const half = withValue(inside, 'read.answer.echoes.0', undefined)
    expect(half).toEqual({ read: { by: 'exchange', answer: { echoes: [null, 4] } } })
    expect(withValue(half, 'read.answer.echoes.1', undefined)).toEqual(start)
    expect(withValue(withValue(start, 'extract.offset', 2), 'extract.offset', undefined)).toEqual(start)
  })

  it('keeps sibling fields', () => {
    const draft = { check: { kind: 'sum8', over: [0, 9], at: 9 }, name: { en: 'x', zh: 'y' } }
    expect(withValue(draft, 'check.over.1', 8)).toEqual({
      check: { kind: 'sum8', over: [0, 8], at: 9 },
      name: { en: 'x', zh: 'y' },
    })
    expect(valueAt(draft, 'check.over.1')).toBe(9)
    expect(valueAt(draft, 'check.over.7.x')).toBeUndefined()
    expect(draft.check.over).toEqual([0, 9])
  })

  it('keeps invalid numbers as typed, for validation', () => {
    expect([parseNumber(' 64 '), parseNumber('0x40'), parseNumber(''), parseNumber('-1')]).toEqual([
      64,
      '0x40',
      undefined,
      '-1',
    ])
  })

  it('is null while the text is not JSON', () => {
    expect([readDraft('{'), readDraft('[]'), readDraft('{"id":1}')]).toEqual([null, null, { id: 1 }])
  })

  it('starts with the device’s data, and reads its serial number where that contains a shell number', () => {
    const failed = {
      state: 'failed',
      reason: 'unknown-model',
      detail: '',
      candidate: shell('8000000026'),
    } as const
    const parsed = parseProfile(newDraftFor(device({ reading: failed })))
    expect(parsed).toMatchObject({
      ok: true,
      value: { id: 'lock-0529-0001', match: { vendorId: 0x529, productId: 1 }, read: { by: 'serial' } },
    })
    expect(parseProfile(newDraftFor(device())).ok).toBe(true)
    expect(parseProfile(newDraftFor(null)).ok).toBe(true)
  })
})
