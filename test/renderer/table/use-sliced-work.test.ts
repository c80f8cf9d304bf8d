import { expect, it } from 'vitest'
import { effectScope, nextTick } from 'vue'
import type { Steps } from '../../../src-renderer/ui/table/run-time-sliced'
import { useSlicedWork } from '../../../src-renderer/ui/table/use-sliced-work'

/** Work that is finished on return. */
function* short(): Steps<string> {
  yield
  return 'short'
}
/** Work of several slices. */
function* long(): Steps<string> {
  for (let step = 0; step < 8; step += 1) {
    const until = performance.now() + 10
    while (performance.now() < until);
    yield
  }
  return 'long'
}

it('takes the newest work, and tells when it is over', async () => {
  const scope = effectScope()
  const work = scope.run(useSlicedWork)!
  const results: string[] = []
  work.run(long(), (result) => results.push(`first ${result}`))
  expect(work.isRunning.value).toBe(true)
  await new Promise<void>((done) =>
    work.run(long(), (result) => {
      results.push(`second ${result}`)
      done()
    }),
  )
  expect(results).toEqual(['second long'])
  expect(work.isRunning.value).toBe(false)
  work.run(short(), (result) => results.push(result))
  expect(results).toEqual(['second long', 'short'])
  expect(work.isRunning.value).toBe(false)
  scope.stop()
})

it('is over without a result when it is canceled or its page is left', async () => {
  const scope = effectScope()
  const work = scope.run(useSlicedWork)!
  const results: string[] = []
  work.run(long(), (result) => results.push(result))
  work.cancel()
  expect(work.isRunning.value).toBe(false)
  work.run(long(), (result) => results.push(result))
  scope.stop()
  const later = effectScope()
  const last = later.run(useSlicedWork)!
  await new Promise<void>((done) => last.run(long(), () => done()))
  await nextTick()
  expect(results).toEqual([])
  later.stop()
})

it('cancels work that was started at the end of other work', async () => {
  const scope = effectScope()
  const work = scope.run(useSlicedWork)!
  const results: string[] = []
  work.run(short(), () => work.run(long(), (result) => results.push(result)))
  work.cancel()
  const other = scope.run(useSlicedWork)!
  await new Promise<void>((done) => other.run(long(), () => done()))
  await new Promise<void>((done) => other.run(long(), () => done()))
  expect(results).toEqual([])
  scope.stop()
})
