/** The way to the process that forked this one. */
export interface ParentLink {
  send(message: object): void
  onMessage(listener: (message: unknown) => void): void
  /** The parent is gone. */
  onClosed(listener: () => void): void
}

interface ElectronParentPort {
  postMessage(message: object): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
}

const isParentPort = (port: unknown): port is ElectronParentPort =>
  typeof port === 'object' && port !== null && 'postMessage' in port && 'on' in port

/** Over `process.parentPort` in an Electron utility process, over IPC in a forked Node; null when run by hand. */
export const findParent = (self: NodeJS.Process): ParentLink | null => {
  // Electron adds it; in plain Node it is not there, whatever the types say.
  const port: unknown = Reflect.get(self, 'parentPort')
  if (isParentPort(port)) {
    return {
      send: (message) => port.postMessage(message),
      onMessage: (listener) => void port.on('message', ({ data }) => listener(data)),
      onClosed: (listener) => void port.on('close', listener),
    }
  }
  if (self.send === undefined) return null
  return {
    // The callback takes the error that the closing of the channel would otherwise throw.
    send: (message) => void self.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => void self.on('message', listener),
    onClosed: (listener) => void self.once('disconnect', listener),
  }
}
