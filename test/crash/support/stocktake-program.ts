import { createStocktakeFolder } from '../../../src-main/stocktake/stocktake-file'
import { stocktakeVersion } from '../../../src-main/stocktake/stocktake-lines'

// Counts numbers in a stocktake until it is killed. Prints each number once it is acknowledged.

const [, , folder = '', id = ''] = process.argv
const stocktakes = createStocktakeFolder({
  folder,
  onProblem: (problem) => {
    throw new Error(JSON.stringify(problem))
  },
  now: Date.now,
  openFile: undefined,
})
const files: Awaited<ReturnType<typeof stocktakes.create>>[] = []
await stocktakes.readAll('p', (found) => files.push(found))
const file =
  files[0] ??
  (await stocktakes.create({
    kind: 'stocktake',
    version: stocktakeVersion,
    id,
    environment: 'p',
    scope: { kind: 'list', name: 'Safe' },
    startedAt: 1,
    startedBy: 'Li Wei',
    expected: [],
  }))
for (let place = file.content.counts.size; ; place += 1) {
  const number = `8${String(place).padStart(9, '0')}`
  await file.append({ kind: 'count', at: place, by: 'input', operator: 'Li Wei', numbers: [number] })
  process.stdout.write(`${number}\n`)
}
