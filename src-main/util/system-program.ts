import { execFile } from 'node:child_process'
import { win32 } from 'node:path'

// Programs that come with the system are started by full paths and with an environment that main builds. Its own
// environment was chosen by the person who started the app, who could name another folder of the system there.

/** `…\Windows`, of `…\Windows\System32\ntdll.dll`. */
const ownerOfNtdll = /^([A-Za-z]:\\.+)\\System32\\ntdll\.dll$/i

/** The loaded libraries of this process. */
const loadedLibraries = (): readonly string[] => {
  // Otherwise the report looks up the names of open connections.
  Object.assign(process.report, { excludeNetwork: true })
  const { sharedObjects } = process.report.getReport() as { readonly sharedObjects?: readonly string[] }
  return sharedObjects ?? []
}

let found: string | undefined

/**
 * The folder of Windows. Its loader put `ntdll.dll` of that folder into this process, whatever the environment says;
 * `C:\Windows` if the process does not tell.
 */
export const windowsFolder = (libraries = loadedLibraries): string =>
  (found ??= libraries().flatMap((path) => ownerOfNtdll.exec(path)?.[1] ?? [])[0] ?? String.raw`C:\Windows`)

/** The environment of a program that comes with the system. */
export const systemEnvironment = (
  platform: NodeJS.Platform = process.platform,
  folder: () => string = windowsFolder,
): Record<string, string> => {
  if (platform !== 'win32') return { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }
  const system = folder()
  return { SystemRoot: system, windir: system, PATH: win32.join(system, 'System32') }
}

export interface SystemRun {
  readonly maxBytes: number
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** Added to its environment. */
  readonly variables?: Readonly<Record<string, string>>
}

/** Runs a program of the system and returns its output. Throws if it fails, or prints more than `maxBytes`. */
export const runSystemProgram = (
  program: string,
  args: readonly string[],
  { maxBytes, signal, timeoutMs = 0, variables = {} }: SystemRun,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    execFile(
      program,
      [...args],
      {
        encoding: 'buffer',
        env: { ...systemEnvironment(), ...variables },
        maxBuffer: maxBytes,
        timeout: timeoutMs,
        windowsHide: true,
        ...(signal === undefined ? {} : { signal }),
      },
      (error, printed) => {
        if (error === null) resolve(printed)
        else reject(new Error(error.message))
      },
    )
  })
