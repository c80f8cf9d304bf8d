import { beforeEach, describe, expect, it } from 'vitest'
import { createHashChainWriter } from '../../src-main/journal/hash-chain-writer'
import { noHead } from '../../src-main/journal/line'

const ending = (row: number) => ({ kind: 'sent' as const, job: 'J', rows: [row] })

/** Records the writes to the files and reports a controlled size. */
const startChain = () => {
  const chain = {
    lines: [] as string[],
    rotated: [] as string[],
    bytes: 0,
    startNext: (_line: string): Promise<void> => Promise.resolve(),
    whileAppending: (): Promise<void> => Promise.resolve(),
  }
  const files = {
    append: async (text: string) => {
      await chain.whileAppending()
      chain.lines.push(...text.trimEnd().split('\n'))
    },
    startNext: async (line: string) => {
      await chain.startNext(line)
      chain.rotated.push(line)
    },
    nextNumber: () => 2,
    size: () => chain.bytes,
  }
  return { chain, files }
}

let chain: ReturnType<typeof startChain>['chain']
const start = (over: { backUpOlder?: () => Promise<void> } = {}) => {
  const { files, chain: fileChain } = startChain()
  chain = fileChain
  return createHashChainWriter({
    files,
    head: noHead,
    now: () => 1,
    maxFileBytes: 1000,
    backUpOlder: over.backUpOlder ?? null,
  })
}
let writer: ReturnType<typeof start>
beforeEach(() => {
  writer = start()
})

describe('a journal file that cannot be rotated', () => {
  const full = () => Promise.reject(new Error('no room'))

  it('keeps growing where it is only too long', async () => {
    chain.bytes = 5000
    chain.startNext = full
    expect(await writer.append(ending(0))).toMatchObject({ n: 1 })
    expect([chain.lines.length, chain.rotated.length]).toEqual([1, 0])
  })

  it('keeps growing where a rotation was requested, which alone is rejected', async () => {
    chain.startNext = full
    const [rotated, written] = await Promise.allSettled([writer.rotate(), writer.append(ending(0))])
    expect([rotated.status, written.status]).toEqual(['rejected', 'fulfilled'])
  })

  it('rejects writes where it has an older format', async () => {
    writer = start({ backUpOlder: full })
    await expect(writer.append(ending(0))).rejects.toThrow('no room')
    expect(chain.lines).toEqual([])
  })
})

describe('a file at its maximum length', () => {
  it('is rotated at exactly that length, not a byte before', async () => {
    chain.bytes = 999
    await writer.append(ending(0))
    expect(chain.rotated).toHaveLength(0)
    chain.bytes = 1000
    await writer.append(ending(1))
    expect(chain.rotated).toHaveLength(1)
  })
})

describe('createHashChainWriter', () => {
  it('resolves only when the record is on disk', async () => {
    let open!: () => void
    const gate = new Promise<void>((done) => (open = done))
    chain.whileAppending = () => gate
    const written = writer.append(ending(0))
    let hasSettled = false
    const settled = writer.settled().then(() => (hasSettled = true))
    await new Promise((done) => setTimeout(done, 20))
    expect(hasSettled).toBe(false)
    open()
    await Promise.all([written, settled])
    expect(chain.lines).toHaveLength(1)
  })

  it('does not write a batch without valid records', async () => {
    let appended = 0
    chain.whileAppending = () => Promise.resolve(void (appended += 1))
    const endless: Record<string, unknown> = {}
    endless['itself'] = endless
    await expect(writer.append({ ...ending(0), rows: endless as never })).rejects.toThrow()
    await writer.rotate()
    expect(appended).toBe(0)
  })
})
