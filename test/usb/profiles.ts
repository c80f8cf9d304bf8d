import { lockProfileSchema } from '../../src-main/locks/profiles/profile'
import type { Recognition } from '../../src-main/locks/lock-source'
import type { LockProfile } from '../../src-main/locks/profiles/profile'
import { findShellNumbers } from '#shared/model/locks/shell-number'
import trainingLock from '../../resources/lock-profiles/training-lock.json'

const vendorId = 0x1209
const name = (en: string) => ({ en, zh: en })

/** The models of the suite's devices, each read in another way. The first is the shipped one. */
export const profiles: readonly LockProfile[] = [
  trainingLock,
  {
    // The same with a longer timeout, for ten devices on an emulated processor.
    ...trainingLock,
    id: 'patient-training-lock',
    match: { vendorId, productId: 0x0006 },
    read: { ...trainingLock.read, timeoutMs: 3000 },
  },
  {
    id: 'by-serial',
    name: name('By serial number'),
    match: { vendorId, productId: 0x0002 },
    read: { by: 'serial' },
    extract: { offset: 3, length: 10, as: 'ascii' },
  },
  {
    id: 'by-feature',
    name: name('By feature report'),
    match: { vendorId, productId: 0x0003 },
    // A long timeout, because the device is a program on an emulated processor.
    read: { by: 'feature', length: 64, request: 'a5 01', answer: { startsWith: 'a5' }, timeoutMs: 3000 },
    extract: { offset: 1, length: 5, as: 'bcd' },
    check: { kind: 'crc16-modbus', over: [0, 6], at: 6 },
  },
  {
    id: 'by-numbered-reports',
    name: name('By numbered reports'),
    match: { vendorId, productId: 0x0004, usagePage: 0xff00 },
    read: {
      ...{ by: 'exchange', reportId: 7, length: 63, request: '01', timeoutMs: 600 },
      answer: { startsWith: '81' },
    },
    extract: { offset: 1, length: 4, as: 'uint-be', prefix: '8' },
    check: { kind: 'xor8', over: [0, 5], at: 5 },
  },
  {
    id: 'by-numbered-feature',
    name: name('By numbered feature report'),
    match: { vendorId, productId: 0x0005 },
    read: { by: 'feature', reportId: 3, length: 20, timeoutMs: 600 },
    extract: { offset: 0, length: 10, as: 'ascii' },
  },
].map((file) => lockProfileSchema.parse(file))

/** A model that was enabled to be read by its serial number, and one without a profile. */
export const enabledModel = { vendorId, productId: 0x0008 } as const
export const unknownModel = { vendorId, productId: 0x0009 } as const

const [number] = findShellNumbers('8000000001')
if (number === undefined) throw new Error('no shell number')

export const recognition: Recognition = {
  profiles,
  models: [{ ...enabledModel, product: null, comparedNumber: number, enabledAt: 1 }],
}
