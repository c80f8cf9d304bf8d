import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemDeviceDeps } from '../../../src-main/locks/hid/device-deps'
import type { UsbChild } from '../../../src-main/locks/usb-process/usb-child'
import { createUsbLockSource } from '../../../src-main/locks/usb-process/usb-supervisor'
import { fromUsbProcess } from '../../../src-main/locks/usb-process/usb-messages'
import type { FromUsbProcess, ToUsbProcess } from '../../../src-main/locks/usb-process/usb-messages'

// The built program with the real node-hid and usb, in plain Node. The devices of this computer do not matter.

const root = resolve(import.meta.dirname, '../../..')
const recognition = { profiles: [], models: [] }
let folder: string
let program: string
const children: ChildProcess[] = []

beforeAll(async () => {
  // Inside the project, so that its packages are found.
  mkdirSync(join(root, 'out'), { recursive: true })
  folder = mkdtempSync(join(root, 'out/usb-process-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(root, 'src-main/locks/usb-process/usb-process.ts'),
      outDir: folder,
      target: 'node20.18',
    },
  })
  program = join(folder, 'usb-process.js')
}, 60_000)

afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const start = () => {
  const child = fork(program, [], { stdio: 'ignore' })
  children.push(child)
  const heard: FromUsbProcess[] = []
  child.on('message', (message) => heard.push(fromUsbProcess.parse(message)))
  return { child, heard, ask: (message: ToUsbProcess) => child.send(message) }
}

const until = async (condition: () => boolean) => {
  await expect.poll(condition, { interval: 20 }).toBe(true)
}

describe('the built USB process', () => {
  it('lists the devices of this computer and keeps running', async () => {
    const { child, heard, ask } = start()
    ask({ type: 'start', recognition, known: [] })
    await until(() => heard.some(({ type }) => type === 'locks'))
    await until(() => heard.filter(({ type }) => type === 'heartbeat').length >= 2)
    expect(child.exitCode).toBeNull()
    expect(heard.filter((message) => message.type === 'log' && message.level === 'error')).toEqual([])
  })

  it('exits when its parent disconnects', async () => {
    const { child, heard } = start()
    await until(() => heard.length > 0)
    child.disconnect()
    await until(() => child.exitCode === 0)
  })

  it('refuses to run by hand', async () => {
    const { spawn } = await import('node:child_process')
    const child = spawn(process.execPath, [program], { stdio: 'ignore' })
    children.push(child)
    await until(() => child.exitCode === 2)
  })

  it('is restarted after a segmentation fault', async () => {
    let forked: ChildProcess | null = null
    const pids: (number | undefined)[] = []
    const forkChild = (): UsbChild => {
      const { child } = start()
      forked = child
      pids.push(child.pid)
      return {
        send: (message) => void child.send(message, () => undefined),
        onMessage: (listener) => void child.on('message', listener),
        onExit: (listener) => void child.once('exit', (code, signal) => listener(String(signal ?? code))),
        kill: () => void child.kill('SIGKILL'),
      }
    }
    const warnings: string[] = []
    const log = {
      info: () => undefined,
      error: () => undefined,
      warn: (line: string) => void warnings.push(line),
    }
    const source = createUsbLockSource({ ...systemDeviceDeps, fork: forkChild, recognition, log })
    const first = forked as ChildProcess | null
    await until(() => first?.connected === true)
    first?.kill('SIGSEGV')
    // A process that is still starting when it is to stop may be killed instead.
    await until(() => pids.length === 2 && source.health().state === 'running')
    expect(warnings[0]).toMatch(/SIGSEGV/)
    await source.stop()
    await until(() => forked?.exitCode === 0)
  })
})
