import { describe, expect, it } from 'vitest'
import type { CommandFailure } from '#shared/bridge/commands'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { sliceOf } from '#shared/model/slices'
import type { Slice } from '#shared/model/slices'
import { useListLoader } from '../../../src-renderer/stores/use-list-loader'

const failed = fail<CommandFailure>({ code: 'internal', message: 'no' })

/** Main with a list; each request waits until `answer` is called. */
const createMain = (rows: number[], sliceLength: number) => {
  const main = {
    rows,
    version: 1,
    isDown: false,
    requests: [] as number[],
    waiting: [] as (() => void)[],
    answer: async (): Promise<void> => {
      main.waiting.shift()?.()
      await new Promise((done) => setTimeout(done))
    },
    fetch: (from: number): Promise<Outcome<Slice<number>, CommandFailure>> => {
      main.requests.push(from)
      return new Promise((done) =>
        main.waiting.push(() => {
          done(main.isDown ? failed : succeed(sliceOf(main.rows, main.version, from, sliceLength)))
        }),
      )
    },
  }
  return main
}

describe('a long list', () => {
  it('is shown once all slices are loaded', async () => {
    const main = createMain([1, 2, 3], 2)
    const { rows, state, load } = useListLoader(main.fetch)
    const loading = load()
    await main.answer()
    expect([rows.value, state.value]).toEqual([[], 'loading'])
    await main.answer()
    await loading
    expect([rows.value, state.value, main.requests]).toEqual([[1, 2, 3], 'ready', [0, 2]])
  })

  it('starts again if its version changes between two slices', async () => {
    const main = createMain([1, 2, 3], 2)
    const { rows, load } = useListLoader(main.fetch)
    const loading = load()
    await main.answer()
    Object.assign(main, { rows: [7, 8, 9], version: 2 })
    for (let at = 0; at < 3; at += 1) await main.answer()
    await loading
    expect([rows.value, main.requests]).toEqual([
      [7, 8, 9],
      [0, 2, 0, 2],
    ])
  })

  it('keeps its rows if a later load fails, and says why', async () => {
    const main = createMain([1], 2)
    const { rows, failure, state, load } = useListLoader(main.fetch)
    const first = load()
    await main.answer()
    await first
    main.isDown = true
    const second = load()
    await main.answer()
    await second
    expect([rows.value, state.value, failure.value]).toEqual([[1], 'ready', failed.error])
  })

  it('is loaded once more if that was asked for meanwhile, and both end together', async () => {
    const main = createMain([1], 2)
    const { rows, isLoading, load } = useListLoader(main.fetch)
    const first = load()
    const second = load()
    main.rows = [1, 2]
    await main.answer()
    expect([main.requests.length, isLoading.value]).toEqual([2, true])
    await main.answer()
    await Promise.all([first, second])
    expect([rows.value, isLoading.value]).toEqual([[1, 2], false])
  })

  it('drops what arrives for the list before', async () => {
    const main = createMain([1], 2)
    const { rows, state, load, clear } = useListLoader(main.fetch)
    const before = load()
    clear()
    main.rows = [2]
    const loading = load()
    main.waiting.reverse()
    await main.answer()
    expect(rows.value).toEqual([2])
    main.rows = [1]
    await main.answer()
    await Promise.all([before, loading])
    expect([rows.value, state.value]).toEqual([[2], 'ready'])
  })

  it('takes a change after the load that runs, and none before the first', async () => {
    const main = createMain([1], 2)
    const { rows, load, whenLoaded } = useListLoader(main.fetch)
    const add = () => void (rows.value = [...rows.value, 5])
    whenLoaded(add)
    const loading = load()
    whenLoaded(add)
    expect(rows.value).toEqual([])
    await main.answer()
    await loading
    expect(rows.value).toEqual([1, 5])
    whenLoaded(add)
    expect(rows.value).toEqual([1, 5, 5])
  })
})

describe('a list that grows', () => {
  it('continues behind its rows, and keeps them if there is nothing new', async () => {
    const main = createMain([1, 2], 2)
    const { rows, last, load } = useListLoader(main.fetch, { grows: true })
    const first = load()
    await main.answer()
    await first
    const shown = rows.value
    const second = load()
    await main.answer()
    await second
    expect(rows.value).toBe(shown)
    main.rows = [1, 2, 3]
    const third = load()
    await main.answer()
    await third
    expect([rows.value, shown, last.value?.total]).toEqual([[1, 2, 3], [1, 2], 3])
    expect(main.requests).toEqual([0, 2, 2])
  })

  it('of another version starts again', async () => {
    const main = createMain([1, 2], 2)
    const { rows, load } = useListLoader(main.fetch, { grows: true })
    const first = load()
    await main.answer()
    await first
    Object.assign(main, { rows: [9], version: 2 })
    const second = load()
    for (let at = 0; at < 2; at += 1) await main.answer()
    await second
    expect([rows.value, main.requests]).toEqual([[9], [0, 2, 0]])
  })

  it('may be shown before all of it is loaded', async () => {
    const main = createMain([1, 2, 3], 2)
    const { rows, load } = useListLoader(main.fetch, { grows: true, isShown: () => true })
    const loading = load()
    await main.answer()
    expect(rows.value).toEqual([1, 2])
    await main.answer()
    await loading
    expect(rows.value).toEqual([1, 2, 3])
  })
})
