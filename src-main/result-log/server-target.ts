import { connect as connectPlain } from 'node:net'
import type { Socket } from 'node:net'
import { hostname } from 'node:os'
import { connectVerified } from '../platform/transport/verified-tls'

/** Facility `local0`, severity `informational` (RFC 5424). */
const priority = 16 * 8 + 6
const timeoutMs = 10_000
/** Longer than an answer takes on a company's network. */
const endAfterMs = 300

const timeOf = (line: string): string => new Date((JSON.parse(line) as { at: number }).at).toISOString()

/** A message of RFC 5424, with its length in front (RFC 6587, 3.4.1). The lines are ASCII. */
export const syslogMessage = (line: string, host: string): string => {
  const name = host.replaceAll(/[^!-~]/g, '').slice(0, 255)
  const message = `<${priority}>1 ${timeOf(line)} ${name === '' ? '-' : name} lock-desk - result - ${line}`
  return `${Buffer.byteLength(message)} ${message}`
}

const open = (address: string, certificates: () => string[] | undefined): Socket => {
  const { protocol, hostname, port } = new URL(address)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  // Half-open: the server's end is the sign that it has read everything.
  const options = { host, port: Number(port), allowHalfOpen: true }
  return protocol === 'tcp:' ? connectPlain(options) : connectVerified(options, certificates())
}

/**
 * Sends each delivery over a connection of its own. Syslog has no acknowledgment, so a delivery counts when the server
 * closes the connection after its end: a server that stops before resets the connection, or closes it too early.
 */
export const serverTarget =
  (address: string, certificates: () => string[] | undefined) =>
  (lines: readonly string[], signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = open(address, certificates)
      const abort = () => socket.destroy(new Error('was stopped'))
      let isRead = false
      socket.setTimeout(timeoutMs, () => socket.destroy(new Error('does not respond')))
      socket.on('error', reject)
      socket.on('end', () => {
        isRead = socket.writableEnded
        if (!isRead) socket.destroy(new Error('closed the connection too early'))
      })
      socket.on('close', () => {
        signal.removeEventListener('abort', abort)
        if (isRead && socket.writableFinished) resolve()
        else reject(new Error('closed the connection too early'))
      })
      socket.resume()
      signal.addEventListener('abort', abort)
      if (signal.aborted) abort()
      // The end follows later, so that a server that closed before it got the lines is noticed.
      socket.write(lines.map((line) => syslogMessage(line, hostname())).join(''), () => {
        setTimeout(() => socket.end(), endAfterMs)
      })
    })
