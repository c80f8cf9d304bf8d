import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../util/paths.mjs'

const startDeadlineMs = 120_000
const readyLine = /Licensing service ready at (http:\/\/\S+)/

/** Starts a second licensing service with its own data. */
export async function startSecondService() {
  const data = await mkdtemp(join(tmpdir(), 'lock-desk-tour-platform-'))
  const program = join(projectRoot, 'out/main/service.js')
  const child = spawn(process.execPath, [program, '--port', '0', '--data', data, '--seed', 'demo'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await closed
    await rm(data, { recursive: true, force: true })
  }
  let output = ''
  /** @type {Promise<string>} */
  const ready = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the second service did not start')), startDeadlineMs)
    child.stdout.on('data', (bytes) => {
      output += String(bytes)
      const url = readyLine.exec(output)?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    })
    child.once('close', () => {
      clearTimeout(timer)
      reject(new Error('the second service ended'))
    })
  })
  try {
    return { url: await ready, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
