import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import type { LockSource, Recognition } from '../../src-main/locks/lock-source'
import type { ProfileTester } from '../../src-main/locks/profile-tester'
import type { UsbChild } from '../../src-main/locks/usb-process/usb-child'
import { usbEnvironment } from '../../src-main/locks/usb-process/usb-environment'
import { createUsbLockSource } from '../../src-main/locks/usb-process/usb-supervisor'
import { until } from './gadget/until'
import { recognition as everyModel } from './profiles'

/** The app's USB process under the app's supervisor; only the fork is Node's instead of Electron's. */
export interface UsbLocks {
  readonly source: LockSource & ProfileTester
  /** The log of the process and its supervisor. */
  readonly log: readonly string[]
  process(): ChildProcess
  /** The number of started processes. */
  started(): number
  /** The card of a device by its USB serial number. */
  card(serialNumber: string): PluggedLock | undefined
  /** Waits until a device is listed, a lock or not; returns its ID. */
  deviceId(serialNumber: string): Promise<string>
  /** Waits until the card exists and no read is in progress. */
  settled(serialNumber: string, limitMs?: number): Promise<PluggedLock>
  /** The same; returns the number, or the reason why there is none. */
  reading(serialNumber: string, limitMs?: number): Promise<string>
  gone(serialNumber: string): Promise<void>
  identify(serialNumber: string, signal?: AbortSignal): Promise<string>
  stop(): Promise<void>
}

const program = resolve('out/main/usb-process.js')
/** Also for the first test, which starts the process. */
const startLimitMs = 40_000
const never = new AbortController().signal

/** The result of a read as a word: the number, or why there is none. */
export const wordOf = ({ reading }: PluggedLock): string =>
  reading.state === 'read' ? reading.shellNumber : reading.state === 'failed' ? reading.reason : 'reading'

export const startUsbLocks = (
  options: { readonly recognition?: Recognition; readonly userId?: number } = {},
): UsbLocks => {
  const log: string[] = []
  let current: ChildProcess | null = null
  let started = 0
  const note = (level: string) => (message: string) => void log.push(`${level}: ${message}`)

  const forkInNode = (): UsbChild => {
    const { userId } = options
    const child = fork(program, [], {
      env: usbEnvironment(process.env),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      ...(userId === undefined ? {} : { uid: userId, gid: userId }),
    })
    current = child
    started += 1
    return {
      send: (message) => void child.send(message, () => undefined),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', (code, signal) => listener(`${code ?? signal ?? ''}`)),
      kill: () => void child.kill('SIGKILL'),
    }
  }

  const source = createUsbLockSource({
    fork: forkInNode,
    recognition: options.recognition ?? everyModel,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
  })
  const card = (serialNumber: string) =>
    source.list().find(({ device }) => device.serialNumber === serialNumber)
  const last = () => JSON.stringify(source.list().map((lock) => [lock.device.serialNumber, wordOf(lock)]))
  const waitFor = <Value>(what: string, ask: () => Value | null | undefined | false, limitMs?: number) =>
    until(what, ask, limitMs).catch((error: unknown) => {
      throw new Error(`${String(error)}; on the desk: ${last()}; log: ${log.slice(-5).join(' | ')}`)
    })
  const settled: UsbLocks['settled'] = (serialNumber, limitMs) =>
    waitFor(
      `${serialNumber} is read`,
      () => {
        const found = card(serialNumber)
        return found !== undefined && found.reading.state !== 'reading' && found
      },
      limitMs,
    )

  return {
    source,
    log,
    process: () => {
      if (current === null) throw new Error('no process was started')
      return current
    },
    started: () => started,
    card,
    deviceId: async (serialNumber) => {
      const listed = await waitFor(
        `${serialNumber} is listed`,
        () => source.devices().devices.find(({ facts }) => facts.serialNumber === serialNumber),
        startLimitMs,
      )
      return listed.deviceId
    },
    settled,
    reading: async (serialNumber, limitMs) => wordOf(await settled(serialNumber, limitMs)),
    gone: async (serialNumber) => {
      await waitFor(`${serialNumber} goes`, () => card(serialNumber) === undefined)
    },
    identify: async (serialNumber, signal = never) => {
      const outcome = await source.identify(card(serialNumber)?.plugId ?? '', signal)
      return outcome.ok ? outcome.value : outcome.error.code
    },
    stop: () => source.stop(),
  }
}
