import { createInterface } from 'node:readline'
import * as answers from './gadget/answers'
import type { Answer } from './gadget/answers'
import { createHidGadget } from './gadget/f-hid'
import type { Gadget } from './gadget/gadget'
import { startUsbLocks, wordOf } from './usb-locks'

// Devices by hand, in the guest's shell (`npm run test:usb -- --shell`, then `play`): the app's USB process
// reads the devices plugged in here, and every change of the list of locks is printed.

const usage = `in NAME [NUMBER] [ANSWER] [ID=VALUE …]   plugs a device in; ids: vendorId productId serialNumber product
                                         answers: ${['well', 'silent', 'late', 'short', 'garbled', 'another', 'twice', 'lost'].join(' ')}
out NAME · answer NAME ANSWER [NUMBER] · rescan · identify NAME · kill · list · help · quit`

const answerOf = (name = 'well', digits = '8000000001'): Answer => {
  switch (name) {
    case 'well':
      return answers.well(digits)
    case 'late':
      return answers.late(digits, 600)
    case 'short':
      return answers.short(digits, 12)
    case 'garbled':
      return answers.garbled(digits)
    case 'another':
      return answers.answersAnother(digits)
    case 'twice':
      return answers.repeated(digits, 2)
    case 'lost':
      return answers.firstLost(digits, 2)
    case 'silent':
      return answers.silent
    default:
      throw new Error(`no response is named ${name}`)
  }
}

const gadgets = new Map<string, { gadget: Gadget; serialNumber: string }>()
const locks = startUsbLocks()

const named = (name = '') => {
  const found = gadgets.get(name)
  if (found === undefined) throw new Error(`no device is named “${name}”`)
  return found
}

const show = () => {
  const rows = locks.source.list().map((lock) => {
    const { vendorId, productId, serialNumber } = lock.device
    const ids = [vendorId, productId].map((id) => id.toString(16).padStart(4, '0')).join(':')
    const detail = lock.reading.state === 'failed' ? ` (${lock.reading.detail})` : ''
    return `  ${ids} ${serialNumber ?? '–'}  ${lock.profile?.id ?? 'no profile'}  ${wordOf(lock)}${detail}`
  })
  console.log(rows.length === 0 ? 'the desk: nothing is plugged in' : ['the desk:', ...rows].join('\n'))
}
locks.source.onChange(show)

const ids = (words: readonly string[]) =>
  Object.fromEntries(
    words.map((word) => {
      const [key = '', value = ''] = word.split('=')
      return [key, key.endsWith('Id') ? Number(value) : value]
    }),
  )

const plugIn = async (name: string, words: readonly string[]) => {
  if (gadgets.has(name)) throw new Error(`${name} is in`)
  const [digits, answer] = words.filter((word) => !word.includes('='))
  const options = { serialNumber: name, ...ids(words.filter((word) => word.includes('='))) }
  const gadget = createHidGadget({ ...options, answer: answerOf(answer, digits) })
  gadgets.set(name, { gadget, serialNumber: options.serialNumber })
  console.log(`in: ${(await gadget.plugIn()).join(' ')}`)
}

const pullOut = async (name?: string) => {
  await named(name).gadget.remove()
  gadgets.delete(name ?? '')
}

const obey = async (line: string): Promise<void> => {
  const [verb = '', name = '', ...words] = line.trim().split(/ +/)
  switch (verb) {
    case '':
      return
    case 'in':
      return plugIn(name, words)
    case 'out':
      return pullOut(name)
    case 'answer':
      named(name).gadget.answer = answerOf(words[0], words[1])
      return
    case 'rescan':
      locks.source.rescan()
      return
    case 'identify':
      console.log(await locks.identify(named(name).serialNumber))
      return
    case 'kill':
      locks.process().kill('SIGKILL')
      return
    case 'list':
      show()
      return
    case 'quit':
      process.exit(0)
      break
    default:
      console.log(usage)
  }
}

console.log(usage)
const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: 'play> ' })
lines.prompt()
for await (const line of lines) {
  await obey(line).catch((error: unknown) => console.log(String(error)))
  lines.prompt()
}
process.exit(0)
