import type { Socket } from 'node:net'

/** Far more than a list of 100,000 numbers; limits what a broken peer makes this process keep. */
export const maxLineLength = 32 * 1024 * 1024

/** Sends a value as one line of JSON. A closed connection is reported by its own event. */
export const sendJson = (socket: Socket, value: unknown): void => {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`)
}

/**
 * Calls the listener for each received line until the returned function is called; text that is no JSON, or too long, ends
 * the connection.
 */
export const receiveJson = (
  socket: Socket,
  listener: (value: unknown) => void,
  maxLength: () => number = () => maxLineLength,
): (() => void) => {
  let parts: string[] = []
  let length = 0
  const receive = (data: unknown) => {
    const [first = '', ...lines] = String(data).split('\n')
    parts.push(first)
    length += first.length
    for (const next of lines) {
      const line = parts.join('')
      parts = [next]
      length = next.length
      try {
        listener(JSON.parse(line))
      } catch {
        socket.destroy()
        return
      }
    }
    if (length > maxLength()) socket.destroy()
  }
  socket.setEncoding('utf8')
  socket.on('data', receive)
  return () => void socket.off('data', receive)
}
