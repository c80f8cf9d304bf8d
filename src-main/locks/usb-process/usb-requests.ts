import { fail } from '#shared/outcome'
import type { LockSource } from '../lock-source'
import type { ProfileTester, SampleRead, TrialRead } from '../profile-tester'
import { writeProfile } from '../profiles/profile'
import type { NumberRead } from '../reader/read-number'
import type { UsbChild } from './usb-child'
import type { FromUsbProcess } from './usb-messages'

const processEnded: NumberRead = fail({
  code: 'gone',
  message: 'The USB process ended before the lock was read.',
})
const readingStopped: NumberRead = fail({
  code: 'silent',
  message: 'Reading was stopped before the lock responded.',
})
const processEndedTrial = fail({
  code: 'not-done' as const,
  message: 'The USB process ended during the test.',
})
const testStopped = fail({ code: 'cancelled' as const, message: 'The test was stopped.' })

/** Requests to the USB process without a response; each is settled exactly once. */
const createPendingResponses = <Value>() => {
  const pending = new Map<number, (answer: Value) => void>()
  return {
    settle: (id: number, answer: Value) => pending.get(id)?.(answer),
    settleAll: (answer: Value) => {
      for (const settle of [...pending.values()]) settle(answer)
    },
    /** `send` receives the request's ID; when `signal` aborts, resolves to `ended` and calls `cancel`. */
    request: (
      id: number,
      {
        signal,
        send,
        cancel,
        ended,
      }: { signal: AbortSignal; send: () => void; cancel: () => void; ended: Value },
    ): Promise<Value> =>
      new Promise((resolve) => {
        const settle = (answer: Value) => {
          pending.delete(id)
          signal.removeEventListener('abort', end)
          resolve(answer)
        }
        const end = () => {
          cancel()
          settle(ended)
        }
        pending.set(id, settle)
        if (signal.aborted) {
          end()
          return
        }
        signal.addEventListener('abort', end)
        send()
      }),
  }
}

/** What is asked of the USB process. A process that ends settles all that it was asked. */
export const createUsbRequests = (running: () => Pick<UsbChild, 'send'> | null) => {
  let lastId = 0

  /** One kind of request, with what it resolves to without a process, and once it was stopped. */
  const createRequests = <Value>(ended: Value, stopped: Value) => {
    const pending = createPendingResponses<Value>()
    return {
      ask: async (
        signal: AbortSignal,
        messageOf: (id: number) => Parameters<UsbChild['send']>[0],
      ): Promise<Value> => {
        const current = running()
        if (current === null) return ended
        const id = (lastId += 1)
        return pending.request(id, {
          signal,
          send: () => current.send(messageOf(id)),
          cancel: () => running()?.send({ type: 'cancel', id }),
          ended: stopped,
        })
      },
      settle: pending.settle,
      settleAll: () => pending.settleAll(ended),
    }
  }
  const identifying = createRequests<NumberRead>(processEnded, readingStopped)
  const trying = createRequests<TrialRead>(processEndedTrial, testStopped)
  const sampling = createRequests<SampleRead>(processEndedTrial, testStopped)

  const identify: LockSource['identify'] = (plugId, signal) =>
    identifying.ask(signal, (id) => ({ type: 'identify', id, plugId }))
  const tryProfile: ProfileTester['tryProfile'] = (deviceId, profile, signal) =>
    trying.ask(signal, (id) => ({ type: 'try', id, deviceId, profile: writeProfile(profile) }))
  const sample: ProfileTester['sample'] = (deviceId, asking, signal) =>
    sampling.ask(signal, (id) => ({ type: 'sample', id, deviceId, asking: asking.map(writeProfile) }))

  return {
    identify,
    tryProfile,
    sample,
    settle: (message: Extract<FromUsbProcess, { type: 'identified' | 'tried' | 'sampled' }>): void => {
      if (message.type === 'identified') identifying.settle(message.id, message.outcome)
      else if (message.type === 'tried') trying.settle(message.id, message.outcome)
      else sampling.settle(message.id, message.outcome)
    },
    /** The process has ended. */
    settleAll: (): void => {
      identifying.settleAll()
      trying.settleAll()
      sampling.settleAll()
    },
  }
}
