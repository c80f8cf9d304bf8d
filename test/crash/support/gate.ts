import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { startGateway } from '../../support/gateway'

/** Where a change is held: before the service receives it, or after its response. */
export type Stage = 'before' | 'after'

export interface Held {
  /** Releases it; later changes are not held. */
  readonly pass: () => void
  /** The change never arrives. */
  readonly drop: () => void
}

/** Disabling and enabling. */
const isChange = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'POST' && /\/asset\/(un)?lock(\?|$)/.test(url)

/** A proxy between the app and the service with which a test holds or delays changes. */
export const startGate = async (serviceUrl: string) => {
  let passed = 0
  let seen = 0
  let delayMs = 0
  let trap: { readonly nth: number; readonly stage: Stage; readonly caught: (held: Held) => void } | null =
    null

  const hold = (stage: Stage): Promise<boolean> => {
    if (trap?.stage !== stage || passed < trap.nth) return Promise.resolve(true)
    const { caught } = trap
    trap = null
    return new Promise((released) => caught({ pass: () => released(true), drop: () => released(false) }))
  }

  const { url, refuse, accept, stop } = await startGateway(serviceUrl, {
    before: async (request) => {
      if (!isChange(request)) return true
      passed += 1
      seen += 1
      await pause(delayMs)
      return hold('before')
    },
    after: (request) => !isChange(request) || hold('after'),
  })

  return {
    url,
    /** Resolves when the nth change from now is held at that stage. */
    hold: (nth: number, stage: Stage): Promise<Held> => {
      passed = 0
      return new Promise((caught) => (trap = { nth, stage, caught }))
    },
    /** How many changes have come here. */
    seen: (): number => seen,
    delay: (ms: number): void => void (delayMs = ms),
    /** Stops waiting for a change to hold. */
    release: (): void => {
      trap = null
    },
    refuse,
    accept,
    stop,
  }
}
export type Gate = Awaited<ReturnType<typeof startGate>>
