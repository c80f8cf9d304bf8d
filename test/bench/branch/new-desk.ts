import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { JoinFile } from '../../../src-main/branch/database/join-file'
import { openReceivedEvents } from '../../../src-main/branch/received-events'
import { createEngine, createOwnLog } from '../../contract/branch/engine-support'

// A new desk, as the app has it: from its first connection until it knows all that is true now.

const { file, path } = JSON.parse(process.argv[2] ?? '') as { file: JoinFile; path: string }
const store = await openReceivedEvents({ path, computer: file.computer.id, now: Date.now })
const engine = createEngine(file, createOwnLog(file.computer.id), store, store.earlier)
const before = process.cpuUsage()
const from = performance.now()
const delay = monitorEventLoopDelay()
delay.enable()
let recentMs = 0
let apart = 0
engine.sync.onChange(({ connected, earlier }) => {
  if (connected && recentMs === 0) recentMs = performance.now() - from
  if (earlier === 'facts') apart = store.apart().length
})
engine.sync.start()
const isReady = (): boolean => {
  const { connected, earlier } = engine.sync.state()
  return connected && store.cursor() !== null && earlier !== 'facts'
}
while (!isReady()) await pause(5)
const ms = performance.now() - from
delay.disable()
const { user, system } = process.cpuUsage(before)
const fields = store.platforms().reduce((sum, platform) => sum + store.registers(platform).size, 0)
process.stdout.write(
  JSON.stringify({
    ...{ ms, recentMs, longest: delay.max / 1e6, fields, apart },
    processorMs: (user + system) / 1_000,
    memory: process.resourceUsage().maxRSS / 1024,
  }),
)
process.exit(0)
