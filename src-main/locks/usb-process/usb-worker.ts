import type { HidPort } from '../hid/hid-port'
import type { Recognition } from '../lock-source'
import type { Logger } from '../../util/logger'
import type { DeviceDeps } from '../hid/device-deps'
import type { KnownDevice } from '../reader/plugged-device'
import { createReader } from '../reader/reader'
import type { Reader } from '../reader/reader'
import { toUsbProcess } from './usb-messages'
import type { FromUsbProcess, UsbProcessMessage } from './usb-messages'
import { watchLocks } from '../reader/watch-locks'
import type { WatchDeps } from '../reader/watch-locks'

/** The message channel to the parent process. */
export interface ParentPort {
  send(message: object): void
  onMessage(listener: (message: unknown) => void): void
  /** Called when the parent process ends. */
  onClosed(listener: () => void): void
}

export interface UsbWorkerDeps extends DeviceDeps {
  readonly parent: ParentPort
  readonly port: HidPort
  readonly watchEvents: (onEvent: () => void, log: Logger) => ReturnType<WatchDeps['watchEvents']>
  /** Ends the process; main starts another. */
  readonly exit: (code: number) => void
}

type MessageOf<Type extends UsbProcessMessage['type']> = Extract<UsbProcessMessage, { type: Type }>

const heartbeatMs = 1000

/**
 * The main function of the USB process: a reader on the real port, controlled by main's messages and USB
 * events.
 */
export const runUsbWorker = (deps: UsbWorkerDeps): void => {
  const { parent, clock, exit } = deps
  const send = (message: FromUsbProcess) => parent.send(message)
  const logAs = (level: keyof Logger) => (message: string) => send({ type: 'log', level, message })
  const log: Logger = { info: logAs('info'), warn: logAs('warn'), error: logAs('error') }
  const stopped = new AbortController()
  const pending = new Map<number, AbortController>()
  let reader: Reader | null = null
  let stopWatching: (() => void) | null = null

  const start = (recognition: Recognition, known: readonly KnownDevice[]) => {
    if (reader !== null) return
    const newReader = createReader({ ...deps, source: 'usb', recognition, known, log })
    reader = newReader
    const notify = () => send({ type: 'locks', locks: [...newReader.list()], known: [...newReader.known()] })
    newReader.onChange(notify)
    newReader.onDevices((devices) => send({ type: 'devices', devices }))
    // Reports the first listing even if it is empty, so that main removes old cards.
    void newReader.scan('new').then(notify, () => undefined)
    stopWatching = watchLocks({
      ...deps,
      reader: newReader,
      log,
      watchEvents: (onEvent) => deps.watchEvents(onEvent, log),
      onStuck: () => exit(1),
    })
  }

  const cancellable = async <Value>(id: number, work: (signal: AbortSignal) => Promise<Value>) => {
    const cancelled = new AbortController()
    pending.set(id, cancelled)
    try {
      return await work(cancelled.signal)
    } finally {
      pending.delete(id)
    }
  }

  const identify = async (current: Reader, id: number, plugId: string) => {
    const outcome = await cancellable(id, (signal) => current.identify(plugId, signal))
    send({ type: 'identified', id, outcome })
  }

  const tryProfile = async (current: Reader, { id, deviceId, profile }: MessageOf<'try'>) => {
    const outcome = await cancellable(id, (signal) => current.tryProfile(deviceId, profile, signal))
    send({ type: 'tried', id, outcome })
  }

  const sample = async (current: Reader, { id, deviceId, asking }: MessageOf<'sample'>) => {
    const outcome = await cancellable(id, (signal) => current.sample(deviceId, asking, signal))
    send({ type: 'sampled', id, outcome })
  }

  const stop = async () => {
    stopped.abort()
    stopWatching?.()
    await reader?.stop()
    exit(0)
  }

  const handleMessage = (message: UsbProcessMessage) => {
    switch (message.type) {
      case 'start': {
        start(message.recognition, message.known)
        return
      }
      case 'recognize':
        return reader?.recognize(message.recognition)
      case 'rescan':
        return reader?.rescan()
      case 'identify':
        return reader === null ? undefined : void identify(reader, message.id, message.plugId)
      case 'try':
        return reader === null ? undefined : void tryProfile(reader, message)
      case 'sample':
        return reader === null ? undefined : void sample(reader, message)
      case 'cancel':
        return pending.get(message.id)?.abort(new Error('cancelled'))
      case 'stop':
        return void stop()
    }
  }

  const sendHeartbeats = async () => {
    for (;;) {
      send({ type: 'heartbeat' })
      await clock.wait(heartbeatMs, stopped.signal)
    }
  }

  parent.onMessage((message) => {
    const parsed = toUsbProcess.safeParse(message)
    if (parsed.success) handleMessage(parsed.data)
    else log.error(`invalid message from main: ${parsed.error.message}`)
  })
  parent.onClosed(() => exit(0))
  sendHeartbeats().catch(() => undefined)
}
