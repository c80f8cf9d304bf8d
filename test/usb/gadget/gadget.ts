import type { Answer, FeatureAnswer } from './answers'
import type { DeviceDescriptor } from './configfs'

/** A simulated USB device on an emulated cable: the kernel enumerates it like any other. */
export interface Gadget {
  readonly socket: number
  /** May change at any time, also while plugged in. */
  answer: Answer
  /** For feature reports; a device over `f_hid` responds to them with zeros. */
  feature: FeatureAnswer
  /** Output reports received so far. */
  readonly heard: readonly Buffer[]
  /** Resolves with the host's hidraw nodes once they exist. */
  plugIn(): Promise<readonly string[]>
  pullOut(): Promise<void>
  /** Unplugs the device and frees the socket. */
  remove(): Promise<void>
  /** Sends an input report without a request. */
  send(report: Uint8Array): Promise<void>
}

export interface GadgetOptions extends Partial<DeviceDescriptor> {
  readonly socket?: number
  /** One per HID interface. Default: 64 bytes in each direction, as in a license lock. */
  readonly interfaces?: readonly HidInterfaceOptions[]
  /** Classes of further interfaces besides HID, over FunctionFS. */
  readonly otherClasses?: readonly number[]
  readonly answer?: Answer
  readonly feature?: FeatureAnswer
}

export interface HidInterfaceOptions {
  readonly descriptor: Uint8Array
  /** Bytes of the longest report including its number. */
  readonly reportLength?: number
  /** A boot device over FunctionFS. */
  readonly boot?: 'keyboard' | 'mouse'
}

/** The IDs of the training lock, which a shipped profile reads. */
export const trainingDevice = {
  vendorId: 0x1209,
  productId: 0x0001,
  product: 'Lock Desk Training Lock',
  manufacturer: 'Lock Desk',
} as const
