import { beforeEach, describe, expect, it } from 'vitest'
import { createLinkedWriter } from '../../src-main/journal/linked-writer'
import { noHead } from '../../src-main/journal/record'

const ending = (row: number) => ({ kind: 'sent' as const, job: 'J', rows: [row] })

/** What the chain of files was told, and how large it says it is. */
const startChain = () => {
  const chain = {
    lines: [] as string[],
    begun: [] as string[],
    bytes: 0,
    begin: (_line: string): Promise<void> => Promise.resolve(),
    whileAppending: (): Promise<void> => Promise.resolve(),
  }
  const files = {
    append: async (text: string) => {
      await chain.whileAppending()
      chain.lines.push(...text.trimEnd().split('\n'))
    },
    begin: async (line: string) => {
      await chain.begin(line)
      chain.begun.push(line)
    },
    nextNumber: () => 2,
    size: () => chain.bytes,
  }
  return { chain, files }
}

let chain: ReturnType<typeof startChain>['chain']
const start = (over: { backUpOlder?: () => Promise<void> } = {}) => {
  const { files, chain: told } = startChain()
  chain = told
  return createLinkedWriter({
    files,
    head: noHead,
    now: () => 1,
    longestFile: 1000,
    backUpOlder: over.backUpOlder ?? null,
  })
}
let writer: ReturnType<typeof start>
beforeEach(() => {
  writer = start()
})

describe('a file of the journal that cannot be followed by a new one', () => {
  const full = () => Promise.reject(new Error('no room'))

  it('grows on, where it is only too long', async () => {
    chain.bytes = 5000
    chain.begin = full
    expect(await writer.append(ending(0))).toMatchObject({ n: 1 })
    expect([chain.lines.length, chain.begun.length]).toEqual([1, 0])
  })

  it('grows on, where a new one was asked for, which alone is refused', async () => {
    chain.begin = full
    const [begun, written] = await Promise.allSettled([writer.beginFile(), writer.append(ending(0))])
    expect([begun.status, written.status]).toEqual(['rejected', 'fulfilled'])
  })

  it('takes nothing more, where it is of an older format', async () => {
    writer = start({ backUpOlder: full })
    await expect(writer.append(ending(0))).rejects.toThrow('no room')
    expect(chain.lines).toEqual([])
  })
})

describe('a file that has reached its length', () => {
  it('is followed by a new one at exactly that length, and not a byte before', async () => {
    chain.bytes = 999
    await writer.append(ending(0))
    expect(chain.begun).toHaveLength(0)
    chain.bytes = 1000
    await writer.append(ending(1))
    expect(chain.begun).toHaveLength(1)
  })
})

describe('the writer', () => {
  it('has settled only when what was asked for is on the disk', async () => {
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

  it('asks the disk for nothing where nothing of a batch can be written', async () => {
    let appended = 0
    chain.whileAppending = () => Promise.resolve(void (appended += 1))
    const endless: Record<string, unknown> = {}
    endless['itself'] = endless
    await expect(writer.append({ ...ending(0), rows: endless as never })).rejects.toThrow()
    await writer.beginFile()
    expect(appended).toBe(0)
  })
})
