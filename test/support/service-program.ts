import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../..')

let built: Promise<string> | undefined

/** Builds the service program from the current sources, once for all files of a worker, and returns its path. */
export const buildServiceProgram = (): Promise<string> => (built ??= makeProgram())

const makeProgram = async (): Promise<string> => {
  // Test files run in parallel, and a build empties its folder: each worker has its own.
  const outDir = join(root, 'out/test-service', process.env['VITEST_POOL_ID'] ?? '0')
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: true,
      target: 'node20.18',
      outDir,
      rolldownOptions: {
        input: { service: join(root, 'src-service/main.ts') },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  return join(outDir, 'service.js')
}

export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningProgram {
  readonly child: ChildProcess
  /** The printed address; rejects where the program ends without one. */
  readonly url: Promise<string>
  readonly ended: Promise<Ended>
}

const ready = /^Licensing service ready at (http:\/\/127\.0\.0\.1:\d+)\n$/

export const runServiceProgram = (
  program: string,
  args: readonly string[],
  input = '',
  /** Another user, which only root can set. */
  user: { readonly uid?: number } = {},
): RunningProgram => {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'], ...user })
  let stdout = ''
  let stderr = ''
  child.stdin.end(input)
  const ended = new Promise<Ended>((done) => {
    child.on('close', (status) => done({ status, stdout, stderr }))
  })
  const url = new Promise<string>((done, fail) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      const [, address] = ready.exec(stdout) ?? []
      if (address !== undefined) done(address)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    void ended.then((end) => fail(new Error(`The service ended with ${String(end.status)}: ${end.stderr}`)))
  })
  // Callers that only wait for the end ignore a missing address.
  url.catch(() => undefined)
  return { child, url, ended }
}
