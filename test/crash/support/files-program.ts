import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openJournal } from '../../../src-main/journal/journal'
import { createSignatures } from '../../../src-main/signatures/signatures'
import { createUsedOrders } from '../../../src-main/work-orders/used-orders'
import { durableFiles } from './durable-files'

// Writes one kind of file again and again until it is killed. Prints each number once its write is acknowledged.

const [, , folder = '', name = '', from = '0'] = process.argv

const writerOf = async (): Promise<(n: number) => Promise<void>> => {
  if (name === 'signatures') {
    const opened = await openJournal({ folder })
    if (!opened.ok) throw new Error(opened.error.message)
    const { journal } = opened.value
    const fail = (error: unknown) => {
      throw error
    }
    const signatures = createSignatures({ journal, maxDays: () => 0, onError: fail })
    await signatures.cleanUp()
    return async (n) => {
      // Every second one replaces the one before.
      const receipt = { jobs: [`J${Math.floor(n / 2)}`], loan: null }
      const saved = await signatures.save(receipt, { line: 'customer', strokes: [[[n % 600, 5]]] })
      if (!saved.ok) throw new Error(saved.error.message)
    }
  }
  if (name === 'used-orders.log') {
    const used = createUsedOrders({ path: join(folder, name), hasHistory: () => false, now: Date.now })
    return async (n) => {
      const order = { id: `O${n}`, digest: 'x'.repeat(64), at: n, operator: 'Li Wei', unsent: [] }
      const marked = await used.markUsed(order)
      if (!marked.ok) throw new Error(marked.error.message)
      if (!marked.value) throw new Error(`O${n} was used before`)
    }
  }
  const file = durableFiles((path) => readFile(path, 'utf8')).find((one) => one.name === name)
  if (file === undefined) throw new Error(`no file ${name}`)
  return (n) => file.write(join(folder, 'file'), `n${n}`, 40_000)
}

const write = await writerOf()
for (let n = Number(from); ; n += 1) {
  await write(n)
  process.stdout.write(`${n}\n`)
}
