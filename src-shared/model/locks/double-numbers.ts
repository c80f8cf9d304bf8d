import type { PluggedLock } from './plugged-lock'
import type { ShellNumber } from './shell-number'

/** The numbers that several plugged-in devices give: at most one of them is that lock. */
export const doubleNumbersOf = (locks: readonly PluggedLock[]): ReadonlySet<ShellNumber> => {
  const numbers = locks.flatMap(({ reading }) => (reading.state === 'read' ? [reading.shellNumber] : []))
  return new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at))
}

/** A lock that moves to another port is listed twice for less than this, ms. */
export const doubleSettledMs = 1_000
