import { expect, it } from 'vitest'
import { loadInTurns } from '../../src-main/load-in-turns'

it('lets others have their turn before each part and after the last', async () => {
  const seen: string[] = []
  const others = () => {
    seen.push('others')
    if (seen.length < 20) setImmediate(others)
  }
  setImmediate(others)
  const part = (name: string) => () => {
    seen.push(name)
    return Promise.resolve()
  }
  await loadInTurns([part('one'), part('two')])
  expect(seen.slice(0, 5)).toEqual(['others', 'one', 'others', 'two', 'others'])
})

it('loads nothing after a part that could not be loaded', async () => {
  let isLoaded = false
  const parts = [
    () => Promise.reject(new Error('not there')),
    () => {
      isLoaded = true
      return Promise.resolve()
    },
  ]
  await expect(loadInTurns(parts)).rejects.toThrow('not there')
  expect(isLoaded).toBe(false)
})
