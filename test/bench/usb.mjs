import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { FailedError } from '../../scripts/util/outcome.mjs'
import { bundleForGuest, programsFolder } from '../../scripts/usb/bundle.mjs'
import { setUpGuest } from '../../scripts/usb/guest.mjs'
import { isJobEnd, parseGuestMessage } from '../../scripts/usb/results.mjs'
import { quoteForShell, runVm } from '../../scripts/usb/vm.mjs'
import { compare, median } from './statistics.mjs'

/**
 * @typedef {{ round: number, totalMs: number, withoutDebounceMs: number, bareMs: number }} Round
 * @typedef {{ idleProcessorMs: number, idleMs: number, locks: number }} Idle
 */

const aim = 1.5
const limitMs = 12 * 60 * 1000

/**
 * Time from the appearance of the hidraw node to the shell number in main (the `locks/changed` event), as a
 * ratio to a bare node-hid script that reads the same device in the same run; and the processor time of the idle
 * USB process with ten locks. Runs in the virtual machine, with udev as on a desktop.
 * @param {{ projectRoot: string }} where
 */
export async function benchUsb({ projectRoot }) {
  const { prelude, ...guest } = await setUpGuest()
  await bundleForGuest(['speed', 'bare-read'])
  /** @type {Round[]} */
  const rounds = []
  /** @type {Idle | undefined} */
  let idle
  let status = -1
  /** @type {string[]} */
  const consoleLines = []
  await runVm({
    ...guest,
    job: `${prelude}node ${quoteForShell(join(programsFolder, 'speed.mjs'))}\necho "@usb {\\"ended\\":$?}"\n`,
    limitMs,
    onLine: (line) => {
      const message = parseGuestMessage(line)
      if (isJobEnd(message)) status = message.ended
      else if (isRound(message)) {
        rounds.push(message)
        process.stderr.write(`round ${message.round}\n`)
      } else if (isIdle(message)) idle = message
      else consoleLines.push(line)
    },
  })
  if (status !== 0 || idle === undefined || rounds.length === 0) {
    process.stderr.write(`${consoleLines.slice(-30).join('\n')}\n`)
    throw new FailedError('The measurement in the guest did not come to its end.')
  }
  await report(rounds, idle, join(projectRoot, 'out/bench/usb.json'))
}

/**
 * @param {unknown} message
 * @returns {message is Round}
 */
const isRound = (message) => typeof message === 'object' && message !== null && 'bareMs' in message

/**
 * @param {unknown} message
 * @returns {message is Idle}
 */
const isIdle = (message) => typeof message === 'object' && message !== null && 'idleProcessorMs' in message

/**
 * @param {readonly Round[]} rounds
 * @param {Idle} idle
 * @param {string} file
 */
async function report(rounds, idle, file) {
  const bare = rounds.map(({ bareMs }) => bareMs)
  const total = median(rounds.map(({ totalMs }) => totalMs))
  const apart = compare(
    bare,
    rounds.map(({ withoutDebounceMs }) => withoutDebounceMs),
  )
  const load = idle.idleProcessorMs / idle.idleMs
  const met = apart.ratio <= aim
  console.log(`\nusb, ${rounds.length} rounds of two pluggings in the virtual machine, medians`)
  console.log(`  bare node-hid script, node → number        ${apart.base.toFixed(0)} ms`)
  console.log(`  the app, node → locks/changed in main      ${total.toFixed(0)} ms`)
  console.log(`  the app, from the end of the debounce      ${apart.ours.toFixed(0)} ms`)
  console.log(
    `  ratio, debounce apart                      ×${apart.ratio.toFixed(2)}   aim ×${aim}: ${met ? 'met' : 'not met'}`,
  )
  console.log(
    `  USB process, ${idle.locks} locks, ${idle.idleMs / 1000} s at rest    ${(idle.idleProcessorMs / 1000).toFixed(2)} s of processor time, ${(100 * load).toFixed(1)} % of one (emulated)`,
  )
  const machine = {
    platform: process.platform,
    arch: process.arch,
    processors: cpus().length,
    guest: 'qemu, tcg',
  }
  const results = {
    bareMs: apart.base,
    totalMs: total,
    withoutDebounceMs: apart.ours,
    ratio: apart.ratio,
    met,
  }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(
    file,
    JSON.stringify({ at: new Date().toISOString(), machine, aim, ...results, idle, rounds }, null, 2),
  )
}
