import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasDisplay, whyNoDisplay } from '../../scripts/setup/display.mjs'

const hasXvfb = spawnSync('Xvfb', ['-help']).status !== null

it('is always there on Windows and macOS', async () => {
  expect(await hasDisplay({}, 'win32')).toBe(true)
  expect(await hasDisplay({}, 'darwin')).toBe(true)
})

describe.skipIf(process.platform !== 'linux')('a display', () => {
  let folder: string
  beforeAll(async () => {
    // Not the run's folder, because the path of a socket is limited to 107 bytes.
    folder = await mkdtemp(join(tmpdir(), 'd-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each([
    {},
    { DISPLAY: '' },
    { DISPLAY: ':7777' },
    { DISPLAY: 'screen' },
    { DISPLAY: 'localhost:10.0' },
    // Its port would be above the highest.
    { DISPLAY: 'localhost:99999' },
    { WAYLAND_DISPLAY: 'wayland-0' },
    { WAYLAND_DISPLAY: 'wayland-0', XDG_RUNTIME_DIR: '/nonexistent' },
  ])('that is not running is none: %j', async (env) => {
    expect(await hasDisplay(env, 'linux')).toBe(false)
  })

  it('is named in the message where one is set', () => {
    expect(whyNoDisplay({})).toBe('No display found.')
    expect(whyNoDisplay({ DISPLAY: '' })).toBe('No display found.')
    expect(whyNoDisplay({ DISPLAY: ':77', WAYLAND_DISPLAY: 'wayland-0' })).toBe(
      'No display answers at DISPLAY=:77 or WAYLAND_DISPLAY=wayland-0.',
    )
  })

  it('may be a Wayland socket, also where DISPLAY is empty', async () => {
    const server = createServer().listen(join(folder, 'w'))
    await once(server, 'listening')
    const env = { DISPLAY: '', WAYLAND_DISPLAY: 'w', XDG_RUNTIME_DIR: folder }
    expect(await hasDisplay(env, 'linux')).toBe(true)
    expect(await hasDisplay({ WAYLAND_DISPLAY: join(folder, 'w') }, 'linux')).toBe(true)
    server.close()
  })

  it('that accepts a connection and never answers is none', async () => {
    const server = createServer()
    // The display's number is the port less 6000; a free port is above it.
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await hasDisplay({ DISPLAY: `127.0.0.1:${port - 6000}` }, 'linux')).toBe(false)
    server.close()
  })

  describe.skipIf(!hasXvfb)('with a cookie', () => {
    const cookie = Buffer.from('00112233445566778899aabbccddeeff', 'hex')
    let server: ChildProcess
    let display: string
    beforeAll(async () => {
      await writeFile(join(folder, 'cookies'), entry('', cookie))
      const args = ['-displayfd', '3', '-auth', join(folder, 'cookies'), '-nolisten', 'tcp']
      server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
      const [number] = (await once(server.stdio[3]!, 'data')) as [Buffer]
      display = `:${number.toString().trim()}`
    })
    afterAll(async () => {
      server.kill()
      await once(server, 'exit')
    })

    /** An entry of a cookie file for any host: family, address, display number, method, cookie. */
    const entry = (number: string, value: Buffer) =>
      Buffer.concat([
        Buffer.from([0xff, 0xff]),
        ...[Buffer.alloc(0), Buffer.from(number), Buffer.from('MIT-MAGIC-COOKIE-1'), value].flatMap(
          (part) => [Buffer.from([part.length >> 8, part.length & 0xff]), part],
        ),
      ])

    it('accepts a user who has it, among others', async () => {
      const file = join(folder, 'mine')
      const wrong = Buffer.alloc(16)
      const number = display.slice(1)
      await writeFile(
        file,
        Buffer.concat([entry('7777', wrong), entry(number, wrong), entry(number, cookie)]),
      )
      expect(await hasDisplay({ DISPLAY: display, XAUTHORITY: file }, 'linux')).toBe(true)
      expect(await hasDisplay({ DISPLAY: `unix${display}.0`, XAUTHORITY: file }, 'linux')).toBe(true)
    })

    it('is none for a user who does not have it', async () => {
      for (const name of ['none', 'damaged']) {
        await writeFile(join(folder, 'damaged'), Buffer.from([0, 0, 0xff, 0xff, 1]))
        expect(await hasDisplay({ DISPLAY: display, XAUTHORITY: join(folder, name) }, 'linux')).toBe(false)
      }
    })
  })
})
