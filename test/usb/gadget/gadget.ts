import type { Answer, FeatureAnswer } from './answers'
import type { DeviceDescriptor } from './configfs'

/** A made-up USB device on the other end of an emulated cable: the kernel enumerates it like any other. */
export interface Gadget {
  readonly socket: number
  /** May be changed at any time, also while it is plugged in. */
  answer: Answer
  /** For feature reports; a device over `f_hid` answers them with zeros, whatever is set here. */
  feature: FeatureAnswer
  /** Output reports heard so far. */
  readonly heard: readonly Buffer[]
  /** Resolves when the host has its hidraw nodes, and gives them. */
  plugIn(): Promise<readonly string[]>
  pullOut(): Promise<void>
  /** Pulls it out and puts everything away; the socket is free again. */
  remove(): Promise<void>
  /** Sends an input report that nobody asked for. */
  send(report: Uint8Array): Promise<void>
}

export interface GadgetOptions extends Partial<DeviceDescriptor> {
  readonly socket?: number
  /** One for each HID interface. Without one: the 64 bytes each way of a licence lock. */
  readonly interfaces?: readonly HidInterfaceOptions[]
  readonly answer?: Answer
  readonly feature?: FeatureAnswer
}

export interface HidInterfaceOptions {
  readonly descriptor: Uint8Array
  /** Bytes of the longest report, its number counted. */
  readonly reportLength?: number
}

/** Those of the training lock, which a shipped profile reads. */
export const trainingDevice = {
  vendorId: 0x1209,
  productId: 0x0001,
  product: 'Lock Desk Training Lock',
  manufacturer: 'Lock Desk',
} as const
