import { execFile, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { until } from './gadget/until'
import { trainingKeys } from '../support/training-keys'

const run = promisify(execFile)

const startLimitMs = 300_000

/** The licensing service on the guest's loopback with the training data; resolves when it accepts requests. */
export const startService = async (): Promise<{ readonly url: string; stop(): void }> => {
  const data = mkdtempSync('/tmp/lock-desk-service-')
  // The embedded database is WebAssembly: with its baseline compiler alone it starts in half the time on an
  // emulated processor.
  const program = ['--liftoff-only', resolve('out/main/service.js')]
  const args = [...program, '--port', '0', '--data', data, '--seed', 'demo']
  const service = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  service.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const url = await until('the service answers', () => /ready at (http:\S+)/.exec(output)?.[1], startLimitMs)
  return { url, stop: () => void service.kill() }
}

interface Asset {
  readonly assetNum: string
  readonly keyShellNumber: string
  readonly locked: boolean
}

/** The service's current record of a lock, read by `call` in a separate process, without the app. */
export const recordOf = async (
  baseUrl: string,
  enterpriseGlobalId: string,
  shellNumber: string,
): Promise<Asset> => {
  const program = resolve('out/main/call.js')
  const input = JSON.stringify({ path: { enterpriseGlobalId } })
  const where = ['--platform', baseUrl, '--user-centre', `${baseUrl}/oauth/token`]
  const call = run(process.execPath, [program, 'order.listAssets', '--input', '-', ...where], {
    env: { ...process.env, ...trainingKeys },
    maxBuffer: 64 * 1024 * 1024,
  })
  call.child.stdin?.end(input)
  const { stdout } = await call
  const { value } = JSON.parse(stdout) as { value: Asset[] }
  const found = value.find(({ keyShellNumber }) => keyShellNumber === shellNumber)
  if (found === undefined) throw new Error(`the service has no ${shellNumber}`)
  return found
}
