import { afterEach, describe, expect, it } from 'vitest'
import { effectScope, isProxy } from 'vue'
import type { SheetReader } from '../../../../../src-renderer/ui/sheets/read/use-sheet'
import { useSheet } from '../../../../../src-renderer/ui/sheets/read/use-sheet'

const scope = effectScope()
afterEach(() => scope.stop())
const open = (): SheetReader => {
  const reader = scope.run(useSheet)
  if (reader === undefined) throw new Error('the scope has ended')
  return reader
}

describe('useSheet', () => {
  it('shows a read no more once it is cancelled, however far it is', async () => {
    const first = open()
    await first.read('8000000017\n')
    expect(first.reading.value).toMatchObject({ state: 'read', sheet: { rows: [['8000000017']] } })
    expect(isProxy(first.reading.value)).toBe(false)
    let [steps, isRead] = [0, false]
    while (!isRead) {
      const reader = open()
      const read = reader.read('8000000017\n')
      for (let step = 0; step < steps; step += 1) await Promise.resolve()
      isRead = reader.reading.value.state === 'read'
      reader.clear()
      await read
      expect(reader.reading.value.state, `after ${String(steps)} steps`).toBe('idle')
      steps += 1
    }
  })
})
