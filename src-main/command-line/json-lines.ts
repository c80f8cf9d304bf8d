import type { Socket } from 'node:net'

/** Far more than a list of 100,000 numbers; limits what a broken peer makes this process keep. */
const maxLineLength = 32 * 1024 * 1024

/** Sends a value as one line of JSON. A closed connection is reported by its own event. */
export const sendJson = (socket: Socket, value: unknown): void => {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`)
}

/** Calls the listener for each received line; text that is no JSON, or too long, ends the connection. */
export const receiveJson = (socket: Socket, listener: (value: unknown) => void): void => {
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (text) => {
    const lines = `${rest}${String(text)}`.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLineLength) return socket.destroy()
    for (const line of lines) {
      try {
        listener(JSON.parse(line))
      } catch {
        return socket.destroy()
      }
    }
    return socket
  })
}
