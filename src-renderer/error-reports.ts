import { maxErrorLength } from '#shared/model/app/page-error'
import type { PageError } from '#shared/model/app/page-error'
import { command } from './bridge'

const windowMs = 60_000
const maxPerWindow = 5

/** The browser reports a layout that took two passes; it is harmless. */
const ignoredMessage = 'ResizeObserver loop'

const textOf = (value: unknown): string => {
  try {
    return String(value)
  } catch {
    return 'no text'
  }
}

const factsOf = (error: unknown) => {
  const { name, message, stack } =
    error instanceof Error ? error : { name: typeof error, message: textOf(error), stack: undefined }
  return {
    name: textOf(name).slice(0, maxErrorLength.name),
    message: textOf(message).slice(0, maxErrorLength.message),
    stack: textOf(stack ?? '').slice(0, maxErrorLength.stack),
  }
}

/** Sends unhandled errors to main's log: the first five per minute and the number of the rest. */
export const createErrorReports = (
  send: (error: PageError) => void,
  now: () => number = () => performance.now(),
) => {
  let from = -Infinity
  let sent = 0
  let dropped = 0
  return (where: PageError['where'], error: unknown): void => {
    const facts = factsOf(error)
    if (facts.message.startsWith(ignoredMessage)) return
    if (now() - from >= windowMs) {
      from = now()
      sent = 0
    }
    if (sent >= maxPerWindow) {
      dropped += 1
      return
    }
    sent += 1
    send({ where, ...facts, dropped })
    dropped = 0
  }
}

export const reportPageError = createErrorReports((error) => void command('app/page-error', error))
