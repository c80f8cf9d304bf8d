/**
 * Chromium and Node switches that open the app to a debugger, and so to any user who can start it or connect to
 * a local port. Packages also disable Node's switches by a fuse; Chromium's switches have no fuse
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
 * Chromium switches that turn off a protection (names: sandbox/policy/switches.cc, content_switches.cc,
 * network_switches.cc). Switches that only configure stay allowed: companies set `--proxy-server` and its like,
 * and a proxy reads nothing because the app verifies TLS itself; `--password-store=basic` keeps secrets in
 * memory; `--lang`, `--ozone-platform` and graphics switches are harmless.
 */
const protectionSwitches = [
  // The sandbox of pages, graphics and network. `--no-sandbox` is handled below.
  'disable-gpu-sandbox',
  'disable-setuid-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'no-zygote-sandbox',
  'allow-sandbox-debugging',
  'allow-third-party-modules',
  'single-process',
  'in-process-gpu',
  // Foreign code in the app's processes.
  'browser-subprocess-path',
  'renderer-cmd-prefix',
  'zygote-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'load-extension',
  'js-flags',
  // Restrictions of the page.
  'disable-web-security',
  'allow-file-access-from-files',
  'allow-running-insecure-content',
  'unsafely-treat-insecure-origin-as-secure',
  'enable-blink-features',
  'disable-blink-features',
  'enable-experimental-web-platform-features',
  'bypass-csp',
  'disable-site-isolation-trials',
  // Certificate and host checks in Chromium. Platform requests do not use Chromium's network; update checks do.
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'ignore-urlfetcher-cert-requests',
  'allow-insecure-localhost',
  'host-rules',
  'host-resolver-rules',
  // Records of the encrypted traffic.
  'ssl-key-log-file',
  'log-net-log',
  // An insecure keychain.
  'use-mock-keychain',
]

export interface ForbiddenSwitch {
  readonly name: string
  readonly opens: 'debugger' | 'wall'
}

/** Whether an argument is this switch, in any spelling that Chromium accepts on any system. */
const isSwitch = (arg: string, name: string): boolean =>
  arg
    .toLowerCase()
    .replace(/^(--?|\/)/, '')
    .split('=')[0] === name

/**
 * The first forbidden switch, or null. Only packaged apps forbid switches. Debugging switches are read from
 * Chromium's parsed command line, which covers every spelling (`/inspect` on Windows). The others must also be
 * in the arguments, because Electron adds some itself (`--allow-file-access-from-files`). As root on Linux,
 * Chromium only starts with `--no-sandbox` (crbug.com/638180), so root may use it.
 */
export const findForbiddenSwitch = (
  commandLine: { readonly hasSwitch: (name: string) => boolean; readonly args: readonly string[] },
  { isPackaged, isRoot }: { readonly isPackaged: boolean; readonly isRoot: boolean },
): ForbiddenSwitch | null => {
  if (!isPackaged) return null
  const { hasSwitch, args } = commandLine
  const debug = debugging.find(hasSwitch)
  if (debug !== undefined) return { name: debug, opens: 'debugger' }
  const protectionSwitch = (isRoot ? protectionSwitches : ['no-sandbox', ...protectionSwitches]).find(
    (name) => hasSwitch(name) && args.some((arg) => isSwitch(arg, name)),
  )
  return protectionSwitch === undefined ? null : { name: protectionSwitch, opens: 'wall' }
}

/** The error text. An AppImage launcher adds `--no-sandbox` itself where the system forbids user namespaces. */
export const describeForbiddenSwitch = ({ name, opens }: ForbiddenSwitch): string => {
  if (opens === 'debugger') return `it does not run under a debugger (--${name})`
  const instead =
    name === 'no-sandbox'
      ? '. If the AppImage was started without it, this system does not let its sandbox work: install the deb package instead'
      : ''
  return `it does not run with a protection turned off (--${name})${instead}`
}
