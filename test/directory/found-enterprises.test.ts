import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFoundSaver } from '../../src-main/directory/found-enterprises'
import type { KnownEnterprise } from '../../src-main/directory/enterprise-list'

const enterpriseOf = (enterpriseGlobalId: string): KnownEnterprise => ({
  enterpriseGlobalId,
  enterpriseName: null,
  channelCode: null,
  channelCustomerId: null,
})

const open = (known: readonly string[] = []) => {
  const list = known.map(enterpriseOf)
  const writes: string[][] = []
  const saved: [number, string][] = []
  const notSaved: string[] = []
  const read: string[] = []
  let isDiskFull = false
  const saver = createFoundSaver<string>({
    register: {
      list: () => list,
      add: (added) => {
        if (isDiskFull) return Promise.reject(new Error('the disk is full'))
        writes.push(added.map(({ enterpriseGlobalId }) => enterpriseGlobalId))
        list.push(...added)
        return Promise.resolve()
      },
    },
    readLists: (id) => Promise.resolve(read.push(id)),
    onSaved: (_import, index, { state }) => saved.push([index, state]),
    onRenamed: () => undefined,
    onNotSaved: (_import, message) => notSaved.push(message),
  })
  const fillDisk = (): void => {
    isDiskFull = true
  }
  return { saver, writes, saved, notSaved, read, fillDisk }
}

describe('found enterprises', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are written together after half a second, and their lists are read', async () => {
    const { saver, writes, saved, read } = open(['K'])
    saver.add('import', { index: 0, enterprises: [enterpriseOf('A')] })
    saver.add('import', { index: 1, enterprises: [enterpriseOf('K')] })
    saver.add('import', { index: 2, enterprises: [enterpriseOf('A')] })
    expect(writes).toEqual([])
    await vi.advanceTimersByTimeAsync(500)
    expect(writes).toEqual([['A', 'K', 'A']])
    expect(saved).toEqual([
      [0, 'added'],
      [1, 'known'],
      [2, 'known'],
    ])
    expect(read).toEqual(['A'])
  })

  it('are written at once where there are 500', async () => {
    const { saver, writes } = open()
    for (let index = 0; index < 500; index += 1)
      saver.add('import', { index, enterprises: [enterpriseOf(`E${index}`)] })
    await vi.advanceTimersByTimeAsync(0)
    expect(writes.map(({ length }) => length)).toEqual([500])
  })

  it('are not reported as added where the list could not be written', async () => {
    const { saver, saved, notSaved, read, fillDisk } = open()
    fillDisk()
    saver.add('import', { index: 0, enterprises: [enterpriseOf('A')] })
    await saver.flush('import')
    expect([saved, notSaved, read]).toEqual([[], ['the disk is full'], []])
  })
})
