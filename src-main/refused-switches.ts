/**
 * Chromium's and Node's switches that open the app to a debugger, and so everything in it to whoever starts it or may
 * connect to a local port. In a package Node's are off by a fuse as well; Chromium's have none
 * (electronjs.org/docs/latest/tutorial/fuses).
 */
const debugging = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-publish-uid',
  'inspect-wait',
  'debug',
  'debug-brk',
  'debug-port',
]

/**
 * Chromium's switches that take down a wall of the app (names: sandbox/policy/switches.cc, content_switches.cc,
 * network_switches.cc). What only chooses a way stays: `--proxy-server` and its like are how some companies say where
 * the way out is, and a proxy sees nothing, because TLS is verified behind it by ourselves; `--password-store=basic`
 * leaves secrets in memory; `--lang`, `--ozone-platform` and what a graphics driver needs harm nobody.
 */
const walls = [
  // The sandbox around pages, graphics and network. `--no-sandbox` stands below.
  'disable-gpu-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'no-zygote-sandbox',
  'allow-sandbox-debugging',
  'allow-third-party-modules',
  'single-process',
  'in-process-gpu',
  // Others' programs in the place of ours.
  'browser-subprocess-path',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'load-extension',
  'js-flags',
  // What a page may do.
  'disable-web-security',
  'allow-file-access-from-files',
  'allow-running-insecure-content',
  'unsafely-treat-insecure-origin-as-secure',
  'enable-blink-features',
  'disable-blink-features',
  'enable-experimental-web-platform-features',
  'bypass-csp',
  // Whom Chromium believes to be who. Calls of the platform do not go through it; the question for updates does.
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'ignore-urlfetcher-cert-requests',
  'allow-insecure-localhost',
  'host-rules',
  'host-resolver-rules',
  // A keychain that is none.
  'use-mock-keychain',
]

export interface RefusedSwitch {
  readonly name: string
  readonly opens: 'debugger' | 'wall'
}

/** Whether an argument gives this switch, in any spelling that Chromium takes on some system. */
const gives = (arg: string, name: string): boolean =>
  arg
    .toLowerCase()
    .replace(/^(--?|\/)/, '')
    .split('=')[0] === name

/**
 * The switch that a packaged app does not start with, or null. Debugging ones are asked of Chromium's own reading of
 * the command line, which knows every spelling (`/inspect` on Windows, too). Others must stand among the arguments as
 * well: Electron adds some by itself (`--allow-file-access-from-files`). As root on Linux Chromium has no sandbox and
 * starts only with `--no-sandbox` (crbug.com/638180); nobody else may have it.
 */
export const refusedSwitch = (
  given: { readonly hasSwitch: (name: string) => boolean; readonly args: readonly string[] },
  { isPackaged, isRoot }: { readonly isPackaged: boolean; readonly isRoot: boolean },
): RefusedSwitch | null => {
  if (!isPackaged) return null
  const { hasSwitch, args } = given
  const debug = debugging.find(hasSwitch)
  if (debug !== undefined) return { name: debug, opens: 'debugger' }
  const wall = (isRoot ? walls : ['no-sandbox', ...walls]).find(
    (name) => hasSwitch(name) && args.some((arg) => gives(arg, name)),
  )
  return wall === undefined ? null : { name: wall, opens: 'wall' }
}

/** What is said of it. An AppImage's own start adds `--no-sandbox` by itself where the system forbids namespaces. */
export const refusalOf = ({ name, opens }: RefusedSwitch): string => {
  if (opens === 'debugger') return `it does not run under a debugger (--${name})`
  const instead =
    name === 'no-sandbox'
      ? '. If the AppImage was started without it, this system does not let its sandbox work: install the deb package instead'
      : ''
  return `it does not run with one of its walls down (--${name})${instead}`
}
