import { describe, expect, it } from 'vitest'
import { createDisposableStore } from '../../src-main/util/disposable-store'

describe('stopping services in order', () => {
  it('goes backwards, continues after a service that fails or hangs, and throws the first failure', async () => {
    const stopped: string[] = []
    const disposables = createDisposableStore(20)
    disposables.add(() => void stopped.push('five'))
    disposables.add(() => Promise.reject(new Error('four')))
    disposables.add(() => new Promise(() => undefined))
    disposables.add(() => {
      throw new Error('two')
    })
    const part = { stop: () => void stopped.push('one') }
    expect(disposables.add(part)).toBe(part)
    await expect(disposables.stop()).rejects.toThrow('two')
    expect(stopped).toEqual(['one', 'five'])
    await disposables.stop()
    expect(stopped).toHaveLength(2)
  })
})
