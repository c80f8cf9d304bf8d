import { findShellNumbers } from '#shared/model/locks/shell-number'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { featureReports, vendorReports } from './gadget/descriptors'
import { createFunctionFsGadget } from './gadget/functionfs'
import type { FunctionFsGadget } from './gadget/functionfs'
import type { Gadget } from './gadget/gadget'
import { pause } from './gadget/until'

/** What one lock of a model shows. Reports are without their report ID. */
interface Shown {
  readonly serialNumber?: string
  readonly product?: string
  /** By how often it was read before. */
  readonly feature?: (reads: number) => readonly number[]
  /** Sent without a request, again and again. */
  readonly input?: readonly number[]
}

/** A lock model without a profile. */
export interface LockModel {
  readonly what: string
  readonly productId: number
  readonly shows: (number: string) => Shown
  /** Where the window must say that the number is. */
  readonly found: string
}

const vendorId = 0x1209
const reportId = 5
const inputPauseMs = 50
const mask = [0x3c, 0x91, 0x07, 0xe2, 0x5d]

const integer = (digits: string, bytes: number): number[] => [
  ...Buffer.from(
    BigInt(digits)
      .toString(16)
      .padStart(2 * bytes, '0'),
    'hex',
  ),
]
/** Of both regions. */
export const modelNumbers = findShellNumbers('8123456789 6987001234 8555012345')

/** Around a field: a header, and a counter that differs at every read. */
const around = (field: readonly number[]) => (reads: number) => [0xa5, 1, 2, 3, ...field, 0, 0, reads & 0xff]

/** Written without the app's encodings, so that they share no mistake. */
const models: readonly Omit<LockModel, 'productId'>[] = [
  {
    what: 'text in the serial number',
    shows: (number) => ({ serialNumber: `LD-${number}-X` }),
    found: 'the serial number, characters 4 to 13 (text',
  },
  {
    what: 'text in the product name',
    shows: (number) => ({ product: `Key ${number} rev B` }),
    found: 'the product name, characters 5 to 14 (text',
  },
  {
    what: 'BCD in a feature report',
    shows: (number) => ({ feature: around([...Buffer.from(number, 'hex')]) }),
    found: 'feature report 5, bytes 5 to 9 (BCD',
  },
  {
    what: 'five bytes, low byte first, in a feature report',
    shows: (number) => ({ feature: around(integer(number, 5).reverse()) }),
    found: 'feature report 5, bytes 5 to 9 (integer, low byte first',
  },
  {
    what: 'text in an input report that comes by itself',
    shows: (number) => ({ input: around([...Buffer.from(number, 'latin1')])(0) }),
    found: 'input report 0, bytes 5 to 14 (text',
  },
  {
    what: 'UTF-16 in a feature report',
    shows: (number) => ({ feature: around([...Buffer.from(number, 'utf16le')]) }),
    found: 'feature report 5, bytes 5 to 24 (UTF-16 text',
  },
  {
    what: 'five bytes under a mask in a feature report',
    shows: (number) => ({
      feature: around(integer(number, 5).map((byte, index) => byte ^ (mask[index] ?? 0))),
    }),
    found: 'feature report 5, bytes 5 to 9 (integer, high byte first, under a mask',
  },
  {
    what: 'the first digit apart from the other nine in a feature report',
    shows: (number) => ({ feature: around([number.charCodeAt(0), 0x2d, ...integer(number.slice(1), 4)]) }),
    found: 'feature report 5, bytes 7 to 10 (integer, high byte first, first digit in byte 5',
  },
]
export const lockModels: readonly LockModel[] = models.map((model, index) => ({
  ...model,
  productId: 0x0101 + index,
}))

export interface ModelLock {
  readonly number: ShellNumber
  readonly serialNumber: string
  readonly gadget: FunctionFsGadget
}

const withInput = (gadget: FunctionFsGadget, report: readonly number[]): FunctionFsGadget => {
  let isIn = false
  const sendOften = async () => {
    while (isIn) {
      await gadget.send(Uint8Array.from(report))
      await pause(inputPauseMs)
    }
  }
  const pullOut: Gadget['pullOut'] = async () => {
    isIn = false
    await gadget.pullOut()
  }
  return {
    ...gadget,
    plugIn: async () => {
      const nodes = await gadget.plugIn()
      isIn = true
      void sendOften()
      return nodes
    },
    pullOut,
    remove: async () => {
      await pullOut()
      await gadget.remove()
    },
  }
}

/** Locks of a model, one per number; they must be removed. */
export const createModelLocks = (model: LockModel, numbers: readonly ShellNumber[]): readonly ModelLock[] =>
  numbers.map((number, index) => {
    const { feature, input, ...texts } = model.shows(number)
    const serialNumber = texts.serialNumber ?? `LEARN-${model.productId}-${index}`
    let reads = 0
    const descriptor =
      feature === undefined ? vendorReports(input?.length) : featureReports(feature(0).length, reportId)
    const gadget = createFunctionFsGadget({
      ...{ vendorId, productId: model.productId, product: 'Sample Key', ...texts, serialNumber },
      interfaces: [{ descriptor }],
      feature: (id) =>
        feature === undefined || id !== reportId ? null : Uint8Array.of(id, ...feature((reads += 1))),
    })
    return { number, serialNumber, gadget: input === undefined ? gadget : withInput(gadget, input) }
  })
