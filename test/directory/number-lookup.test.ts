import { describe, expect, it } from 'vitest'
import { indexRecords } from '../../src-main/directory/index-records'
import { createNumberLookup } from '../../src-main/directory/number-lookup'
import { runTimeSliced } from '../../src-main/util/async'
import { createEmitter } from '../../src-main/util/emitter'
import type { LockRecord } from '../../src-shared/model/locks/lock-record'
import { shellNumberIn } from '../../src-shared/model/locks/shell-number'

const listOf = async (numbers: readonly string[]) => {
  const records = numbers.map(
    (assetNum) => ({ assetNum, shellNumber: shellNumberIn(assetNum) }) as LockRecord,
  )
  return { records, index: await runTimeSliced(indexRecords(records)) }
}

const lookUpIn = async (initial: readonly (readonly string[])[]) => {
  const refreshed = createEmitter<string>()
  const registered = createEmitter<undefined>()
  const none = await listOf([])
  const lists = new Map<string, typeof none>()
  for (const [at, numbers] of initial.entries()) lists.set(`E${at}`, await listOf(numbers))
  const known = { enterpriseName: null, channelCode: null, channelCustomerId: null }
  const lookup = createNumberLookup({
    register: {
      list: () => [...lists.keys()].map((enterpriseGlobalId) => ({ enterpriseGlobalId, ...known })),
      onChange: (listener) => registered.add(listener),
    },
    cache: {
      cached: (id) => lists.get(id) ?? none,
      withLocalChanges: (one) => ({ ...one, locked: true }),
      onRefreshed: refreshed.add,
    },
  })
  return {
    find: (number: string) => lookup.find(number)?.map(({ assetNum }) => assetNum) ?? null,
    findEach: async (numbers: readonly string[], withSimilar = false) =>
      runTimeSliced(lookup.findEach(numbers, withSimilar)),
    read: async (id: string, numbers: readonly string[]) => {
      lists.set(id, await listOf(numbers))
      refreshed.emit(id)
    },
    remove: (id: string) => {
      lists.delete(id)
      registered.emit(undefined)
    },
    stop: lookup.stop,
  }
}

/** So many that one index of all lists is built. */
const manyLists = Array.from({ length: 500 }, (_, at) => [`LD8${String(at).padStart(9, '0')}`])
const manyNumbers = Array.from({ length: 300 }, (_, at) => `8${String(at).padStart(9, '0')}`)

describe('numbers in the lists of all enterprises', () => {
  it('are found by the whole number alone, and by the shell number in it', async () => {
    const { find } = await lookUpIn([['LD8000000017', '17'], ['CERT-17']])
    expect(find('8000 000 017')).toEqual(['LD8000000017'])
    expect(find('cert-17')).toEqual(['CERT-17'])
    expect(find('LD8000000018')).toEqual([])
    expect(find('?')).toBeNull()
  })

  it('have one result each, in order, with the changes of this computer', async () => {
    const { findEach } = await lookUpIn([['LD8000000017'], ['LD8000000017', 'A-1'], ['LD8000000019']])
    expect(await findEach(['8000000019', '?', '8000000017', '8000000018'])).toMatchObject([
      { state: 'found', record: { assetNum: 'LD8000000019', locked: true } },
      { state: 'not-a-number' },
      { state: 'ambiguous', records: [{ locked: true }, { locked: true }] },
      { state: 'not-listed' },
    ])
  })

  it('name similar numbers only if asked', async () => {
    const { findEach } = await lookUpIn([['LD8000000017']])
    expect(await findEach(['8000000071'])).toEqual([{ state: 'not-listed' }])
    expect(await findEach(['8000000071'], true)).toMatchObject([
      { state: 'not-listed', near: [{ assetNum: 'LD8000000017', locked: true }] },
    ])
  })

  it('follow a list that is read, and a removed enterprise, though one index has all lists', async () => {
    const { findEach, read, remove } = await lookUpIn(manyLists)
    const statesOf = async () => (await findEach(manyNumbers)).slice(0, 3).map(({ state }) => state)
    expect(await statesOf()).toEqual(['found', 'found', 'found'])
    await read('E1', [])
    expect(await statesOf()).toEqual(['found', 'not-listed', 'found'])
    remove('E2')
    expect(await statesOf()).toEqual(['found', 'not-listed', 'not-listed'])
  })
})
