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
  const identifying = createPendingResponses<NumberRead>()
  const sampling = createPendingResponses<SampleRead>()
  const trying = createPendingResponses<TrialRead>()
  let lastId = 0
  const cancel = (id: number) => (): void => running()?.send({ type: 'cancel', id })

  const identify: LockSource['identify'] = async (plugId, signal) => {
    const current = running()
    if (current === null) return processEnded
    const id = (lastId += 1)
    return identifying.request(id, {
      signal,
      send: () => current.send({ type: 'identify', id, plugId }),
      cancel: cancel(id),
      ended: fail({ code: 'silent', message: 'Reading was stopped before the lock responded.' }),
    })
  }

  const tryProfile: ProfileTester['tryProfile'] = async (deviceId, profile, signal) => {
    const current = running()
    if (current === null) return processEndedTrial
    const id = (lastId += 1)
    return trying.request(id, {
      signal,
      send: () => current.send({ type: 'try', id, deviceId, profile: writeProfile(profile) }),
      cancel: cancel(id),
      ended: testStopped,
    })
  }

  const sample: ProfileTester['sample'] = async (deviceId, asking, signal) => {
    const current = running()
    if (current === null) return processEndedTrial
    const id = (lastId += 1)
    return sampling.request(id, {
      signal,
      send: () => current.send({ type: 'sample', id, deviceId, asking: asking.map(writeProfile) }),
      cancel: cancel(id),
      ended: testStopped,
    })
  }

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
      identifying.settleAll(processEnded)
      trying.settleAll(processEndedTrial)
      sampling.settleAll(processEndedTrial)
    },
  }
}
