import type { HidPort } from './hid-port'
import type { Recognition } from './lock-source'
import type { RoomLog } from './log'
import type { OutsideWorld } from './outside-world'
import type { ParentLink } from './parent-link'
import type { KnownPlug } from './plug'
import { createReader } from './reader'
import type { Reader } from './reader'
import { toUsbProcess } from './usb-messages'
import type { FromUsbProcess, HeardByUsbProcess } from './usb-messages'
import { watchLocks } from './watch-locks'
import type { WatchEdges } from './watch-locks'

export interface UsbWorkerEdges extends OutsideWorld {
  readonly parent: ParentLink
  readonly port: HidPort
  readonly watchEvents: (onEvent: () => void, log: RoomLog) => ReturnType<WatchEdges['watchEvents']>
  /** Ends the process; main starts another. */
  readonly exit: (code: number) => void
}

type Asked<Type extends HeardByUsbProcess['type']> = Extract<HeardByUsbProcess, { type: Type }>

const beatMs = 1000

/** What runs inside the USB process: a reader over the real port, driven by main's messages and by USB events. */
export const runUsbWorker = (edges: UsbWorkerEdges): void => {
  const { parent, clock, exit } = edges
  const send = (message: FromUsbProcess) => parent.send(message)
  const logAs = (level: keyof RoomLog) => (message: string) => send({ type: 'log', level, message })
  const log: RoomLog = { info: logAs('info'), warn: logAs('warn'), error: logAs('error') }
  const stopped = new AbortController()
  const pending = new Map<number, AbortController>()
  let reader: Reader | null = null
  let stopWatching: (() => void) | null = null

  const start = (recognition: Recognition, known: readonly KnownPlug[]) => {
    if (reader !== null) return
    const fresh = createReader({ ...edges, source: 'usb', recognition, known, log })
    reader = fresh
    const tell = () => send({ type: 'locks', locks: [...fresh.list()], known: [...fresh.known()] })
    fresh.onChange(tell)
    fresh.onDevices((devices) => send({ type: 'devices', devices }))
    // The first listing is told even if it is empty: it says that nothing is plugged in any more.
    void fresh.scan('new').then(tell, () => undefined)
    stopWatching = watchLocks({
      ...edges,
      reader: fresh,
      log,
      watchEvents: (onEvent) => edges.watchEvents(onEvent, log),
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

  const identify = async (asked: Reader, id: number, plugId: string) => {
    const outcome = await cancellable(id, (signal) => asked.identify(plugId, signal))
    send({ type: 'identified', id, outcome })
  }

  const tryProfile = async (asked: Reader, { id, deviceId, profile }: Asked<'try'>) => {
    const outcome = await cancellable(id, (signal) => asked.tryProfile(deviceId, profile, signal))
    send({ type: 'tried', id, outcome })
  }

  const stop = async () => {
    stopped.abort()
    stopWatching?.()
    await reader?.stop()
    exit(0)
  }

  const hear = (message: HeardByUsbProcess) => {
    switch (message.type) {
      case 'start': {
        start(message.recognition, message.known)
        return
      }
      case 'recognise':
        return reader?.recognise(message.recognition)
      case 'rescan':
        return reader?.rescan()
      case 'identify':
        return reader === null ? undefined : void identify(reader, message.id, message.plugId)
      case 'try':
        return reader === null ? undefined : void tryProfile(reader, message)
      case 'cancel':
        return pending.get(message.id)?.abort(new Error('cancelled'))
      case 'stop':
        return void stop()
    }
  }

  const beat = async () => {
    for (;;) {
      send({ type: 'beat' })
      await clock.wait(beatMs, stopped.signal)
    }
  }

  parent.onMessage((message) => {
    const parsed = toUsbProcess.safeParse(message)
    if (parsed.success) hear(parsed.data)
    else log.error(`a message from main was not understood: ${parsed.error.message}`)
  })
  parent.onClosed(() => exit(0))
  beat().catch(() => undefined)
}
