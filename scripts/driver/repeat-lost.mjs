import { setTimeout as pause } from 'node:timers/promises'

/**
 * Repeats an evaluation in main that the inspector lost: this occasionally happens during garbage collection. Only for
 * evaluations that do the same a second time.
 * @template Value
 * @param {() => Promise<Value>} ask
 * @returns {Promise<Value>}
 */
export async function repeatLost(ask) {
  for (let left = 50; ; left -= 1) {
    try {
      return await ask()
    } catch (error) {
      const isLost = error instanceof Error && error.message.includes('garbage collected')
      if (!isLost || left === 0) throw error
      await pause(100)
    }
  }
}
