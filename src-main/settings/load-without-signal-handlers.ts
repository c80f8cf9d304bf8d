const signalListeners = () =>
  process
    .eventNames()
    .filter((name) => typeof name === 'string' && name.startsWith('SIG'))
    .flatMap((name) => process.rawListeners(name).map((listener) => ({ name, listener })))

/**
 * Loads a module and removes its signal handlers. electron-store's write library installs some that send each
 * signal again, which would make the app quit twice. Its writes are synchronous, so no signal is handled during
 * a write.
 */
export const loadWithoutSignalHandlers = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  const before = new Set(signalListeners().map(({ listener }) => listener))
  const loaded = await load()
  for (const { name, listener } of signalListeners()) {
    if (!before.has(listener)) process.removeListener(name, listener as () => void)
  }
  return loaded
}
