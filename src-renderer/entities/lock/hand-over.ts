import { shallowRef } from 'vue'
import type { ShallowRef } from 'vue'

/** A value on its way from one page to the next, which takes it once. */
export const createHandOver = <Value>() => {
  const waiting = shallowRef(null) as ShallowRef<Value | null>
  const give = (value: Value): void => void (waiting.value = value)
  const take = (): Value | null => {
    const taken = waiting.value
    waiting.value = null
    return taken
  }
  return { waiting, give, take }
}
