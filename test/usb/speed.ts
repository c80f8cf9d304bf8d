import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { usb } from 'usb'
import * as answers from './gadget/answers'
import { createHidGadget } from './gadget/f-hid'
import { createFunctionFsGadget } from './gadget/functionfs'
import { pause, until } from './gadget/until'
import { startUdevd } from './udevd'
import { startUsbLocks, wordOf } from './usb-locks'

// The measuring program of `npm run bench -- usb` in the guest; its results are printed as lines for the host.

const number = '8000000601'
const rounds = 11
const idleMs = 60_000
/** Only prevents hanging. */
const limitMs = 120_000
/** The reader's delay after the last USB event (src-main/locks/reader/watch-locks.ts). */
const debounceMs = 500
/** Linux counts processor time in hundredths of a second (proc(5), `sysconf(_SC_CLK_TCK)`). */
const tickMs = 10

const tell = (what: object) => process.stdout.write(`\n@usb ${JSON.stringify(what)}\n`)
const now = () => performance.timeOrigin + performance.now()
/** When the kernel created the node; later events do not change this time. */
const appearedAt = (node: string) => Number(statSync(node, { bigint: true }).mtimeNs) / 1e6

const processorMs = (processId: number): number => {
  const fields = readFileSync(`/proc/${processId}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

const udevd = await startUdevd()
const locks = startUsbLocks()
const bare = fork(join(import.meta.dirname, 'bare-read.mjs'), [], {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
let lastEvent = 0
usb.on('attach', () => {
  lastEvent = now()
})
let shownAt = 0
locks.source.onChange((listed) => {
  if (listed.some((lock) => wordOf(lock) === number)) shownAt = now()
})

/** The app's time from the node to `locks/changed` with the number in main. */
const measureApp = async () => {
  const gadget = createHidGadget({ serialNumber: 'SPEED', answer: answers.well(number) })
  shownAt = 0
  const [node = ''] = await gadget.plugIn()
  const appeared = appearedAt(node)
  await locks.settled('SPEED', limitMs)
  await until('the app shows the number', () => shownAt > 0)
  const debounced = Math.max(appeared, lastEvent + debounceMs)
  await gadget.remove()
  await locks.gone('SPEED')
  return { totalMs: shownAt - appeared, withoutDebounceMs: shownAt - debounced }
}

const measureBare = async () => {
  const ready = once(bare, 'message')
  bare.send('watch')
  await ready
  const gadget = createHidGadget({ serialNumber: 'SPEED', answer: answers.well(number) })
  const read = once(bare, 'message') as Promise<[{ number: string; at: number }]>
  const [node = ''] = await gadget.plugIn()
  const appeared = appearedAt(node)
  const [listed] = await read
  if (listed.number !== number) throw new Error(`the bare script read ${listed.number}`)
  // The app reads the lock later, too: the next round starts after that.
  await locks.settled('SPEED', limitMs)
  await gadget.remove()
  await locks.gone('SPEED')
  return listed.at - appeared
}

// The first of each warms up, and waits for the processes to start.
await measureApp()
await measureBare()
for (let round = 1; round <= rounds; round += 1) {
  const app = await measureApp()
  tell({ round, ...app, bareMs: await measureBare() })
}

const gadgets = Array.from({ length: 10 }, (_, index) =>
  createFunctionFsGadget({
    serialNumber: `IDLE-${index}`,
    answer: answers.well(String(8_000_000_610 + index)),
  }),
)
await Promise.all(gadgets.map((gadget) => gadget.plugIn()))
for (let index = 0; index < gadgets.length; index += 1) await locks.settled(`IDLE-${index}`, limitMs)
await pause(3000)
const processId = locks.process().pid ?? 0
const before = processorMs(processId)
await pause(idleMs)
tell({ idleProcessorMs: processorMs(processId) - before, idleMs, locks: gadgets.length })

for (const gadget of gadgets) await gadget.remove()
bare.disconnect()
await locks.stop()
await udevd.stop()
process.exit(0)
