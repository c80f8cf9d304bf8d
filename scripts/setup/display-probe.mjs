import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

const answerLimitMs = 3000
const x11Port = 6000
const highestPort = 65_535
const cookieMethod = 'MIT-MAGIC-COOKIE-1'

/**
 * Whether a display accepts this user's programs: an X server lets them in, or a Wayland socket is open.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<boolean>}
 */
export async function acceptsPrograms(env) {
  return (await acceptsX11(env)) || (await isWaylandOpen(env))
}

/**
 * Begins a connection like any X program. A server without access control needs no cookie.
 * @param {NodeJS.ProcessEnv} env
 */
async function acceptsX11(env) {
  const name = displayName(env.DISPLAY ?? '')
  if (name === undefined) return false
  const cookies = await cookiesFor(name.number, env.XAUTHORITY ?? join(homedir(), '.Xauthority'))
  for (const cookie of [...cookies, undefined]) {
    for (const address of addressesOf(name)) {
      if (await answers(address, greeting(cookie))) return true
    }
  }
  return false
}

/**
 * @param {string} text such as ":0", "localhost:10.0" or "unix:1"
 * @returns {{ host: string, number: number } | undefined}
 */
function displayName(text) {
  const [, host = '', number] = /^(?:[a-z]+\/)?(.*):(\d+)(?:\.\d+)?$/i.exec(text) ?? []
  if (number === undefined || x11Port + Number(number) > highestPort) return undefined
  return { host: host === 'unix' ? '' : host, number: Number(number) }
}

/**
 * Where a display's server listens. On Linux, the abstract socket reaches a server outside a container too.
 * @param {{ host: string, number: number }} name
 * @returns {import('node:net').NetConnectOpts[]}
 */
function addressesOf({ host, number }) {
  if (host !== '') return [{ host: host.replace(/^\[|\]$/g, ''), port: x11Port + number }]
  const path = `/tmp/.X11-unix/X${number}`
  return [{ path }, { path: `\0${path}` }]
}

/**
 * The cookies with which this user may use a display. An entry is a family (two bytes) and four texts, each after
 * its length in two bytes: address, display number, name of the method, cookie (Xau(3)).
 * @param {number} display
 * @param {string} path of the file with the cookies
 * @returns {Promise<Buffer[]>}
 */
async function cookiesFor(display, path) {
  const file = await readFile(path).catch(() => Buffer.alloc(0))
  const cookies = []
  let at = 0
  const next = () => {
    const length = at + 2 <= file.length ? file.readUInt16BE(at) : 0
    const text = file.subarray(at + 2, at + 2 + length)
    at += 2 + length
    return text
  }
  while (at < file.length) {
    at += 2
    next()
    const number = next().toString()
    const method = next().toString()
    const cookie = next()
    if (method === cookieMethod && (number === '' || Number(number) === display)) cookies.push(cookie)
  }
  return cookies
}

/**
 * The first message of an X program, in little-endian byte order: version 11.0 of the protocol and the cookie.
 * @param {Buffer | undefined} cookie
 */
function greeting(cookie) {
  const method = Buffer.from(cookie ? cookieMethod : '')
  const head = Buffer.alloc(12)
  head.write('l')
  head.writeUInt16LE(11, 2)
  head.writeUInt16LE(method.length, 6)
  head.writeUInt16LE(cookie?.length ?? 0, 8)
  return Buffer.concat([head, ...[method, cookie ?? method].map(pad)])
}

/** @param {Buffer} bytes padded to a multiple of four bytes */
const pad = (bytes) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

/** @param {NodeJS.ProcessEnv} env */
async function isWaylandOpen({ WAYLAND_DISPLAY: name, XDG_RUNTIME_DIR: folder = '/' }) {
  return name ? answers({ path: resolve(folder, name) }) : false
}

/**
 * Whether a socket can be opened and, after a greeting, the first byte of the answer is 1: an X server's success.
 * @param {import('node:net').NetConnectOpts} address
 * @param {Buffer} [greeting]
 * @returns {Promise<boolean>}
 */
function answers(address, greeting) {
  return new Promise((done) => {
    const socket = connect(address)
    const end = (/** @type {boolean} */ accepts) => {
      socket.destroy()
      done(accepts)
    }
    socket.setTimeout(answerLimitMs, () => end(false))
    socket.once('error', () => end(false))
    socket.once('close', () => end(false))
    if (greeting === undefined) socket.once('connect', () => end(true))
    else socket.once('data', (data) => end(data[0] === 1)).write(greeting)
  })
}
