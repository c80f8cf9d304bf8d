import { execFile, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { until } from './gadget/until'
import { trainingKeys } from '../support/training-keys'

const run = promisify(execFile)

const startLimitMs = 300_000

/** The licensing service on the guest's own loopback, with the training data; it answers when this resolves. */
export const startService = async (): Promise<{ readonly url: string; stop(): void }> => {
  const data = mkdtempSync('/tmp/lock-desk-service-')
  // The embedded database is WebAssembly: its quick compiler alone costs an emulated processor half as much.
  const program = ['--liftoff-only', resolve('out/main/service.js')]
  const args = [...program, '--port', '0', '--data', data, '--seed', 'demo']
  const service = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  service.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const url = await until('the service answers', () => /ready at (http:\S+)/.exec(said)?.[1], startLimitMs)
  return { url, stop: () => void service.kill() }
}

interface Asset {
  readonly assetNum: string
  readonly keyShellNumber: string
  readonly locked: boolean
}

/** A lock's record as the service has it now, asked by `call` in a process of its own, past the app. */
export const recordOf = async (
  baseUrl: string,
  enterpriseGlobalId: string,
  shellNumber: string,
): Promise<Asset> => {
  const program = resolve('out/main/call.js')
  const input = JSON.stringify({ path: { enterpriseGlobalId } })
  const where = ['--platform', baseUrl, '--user-centre', `${baseUrl}/oauth/token`]
  const asking = run(process.execPath, [program, 'order.listAssets', '--input', '-', ...where], {
    env: { ...process.env, ...trainingKeys },
    maxBuffer: 64 * 1024 * 1024,
  })
  asking.child.stdin?.end(input)
  const { stdout } = await asking
  const { value } = JSON.parse(stdout) as { value: Asset[] }
  const found = value.find(({ keyShellNumber }) => keyShellNumber === shellNumber)
  if (found === undefined) throw new Error(`the service has no ${shellNumber}`)
  return found
}
