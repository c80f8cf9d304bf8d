import '../src-system/trusted-environment'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { z } from 'zod'
import { readUntrustedJson } from '#shared/untrusted-json'
import { readCommandLine, usage } from './command-line'
import type { Command } from './command-line'
import { importInto } from './import/import-into'
import { importJsonSchema } from './import/import-file'
import type { PolicyChoices } from './policy'
import { startService } from './service'
import type { Service } from './service'
import { StartFailure } from './start-failure'
import { makeTemplate } from './seed/template'
import { credentialsFromText } from './user-center/credentials'
import { hashSecret } from './user-center/secrets'

// V8 optimizes a WebAssembly function after it has executed this many bytes of it. The default of 1.8 million
// is reached immediately by the embedded PostgreSQL, so that the optimizing threads compete with the start for
// the cores. Measured on two cores until the service accepts requests: 1.9 s of CPU time with the default, 1.3
// s with this value. Hot functions are still optimized later.
setFlagsFromString('--wasm-tiering-budget=50000000')

/** Exit statuses, the same for all commands of the project. */
const exitStatus = { failed: 1, usage: 2 } as const

/** Built next to this program (out/main/service.js). */
const builtTemplate = fileURLToPath(new URL('../service/demo-template.tar', import.meta.url))

/**
 * Channel to the parent of an Electron utility process. On Windows, where signals do not exist, messages are
 * the only way to stop it.
 */
interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): void
  postMessage(message: unknown): void
}
const parentPort = (process as { readonly parentPort?: ParentPort }).parentPort

const returnRequest = z.object({ returnLock: z.string() })

let returnLock: Service['returnLock'] = () => Promise.resolve(false)
/** The parent process simulates what happens at the platform without its API: a borrowed lock comes back. */
const answerReturn = async (data: unknown): Promise<void> => {
  const request = returnRequest.safeParse(data)
  if (!request.success) return
  const assetNum = request.data.returnLock
  const isReturned = await returnLock(assetNum).catch(() => false)
  parentPort?.postMessage({ assetNum, isReturned })
}

let stop: (() => void) | null = null
let isStopRequested = false
let resolveCredentials: (text: string) => void = () => undefined
/** The credentials that the parent process sends with `--credentials -`. */
const receivedCredentials = new Promise<string>((resolve) => (resolveCredentials = resolve))
parentPort?.on('message', ({ data }) => {
  if (data === 'stop') {
    isStopRequested = true
    stop?.()
  } else if (typeof data === 'string') resolveCredentials(data)
  else void answerReturn(data)
})

/** Limits of a file that a person writes. */
const handWrittenLimits = { length: 1024 * 1024, depth: 20, values: 100_000 } as const

const readPolicy = async (file: string): Promise<PolicyChoices> => {
  const content = await readFile(file, 'utf8').then(
    (written) => readUntrustedJson(written, handWrittenLimits),
    () => null,
  )
  if (content?.ok === true) return content.value as PolicyChoices
  const what = content?.problem === 'duplicate-key' ? 'has no key twice' : 'exists and is valid JSON'
  throw new StartFailure('usage', `Cannot read the policy file ${file}. Check that it ${what}.`)
}

const stopOnRequest = (service: Service): void => {
  stop = () => {
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The service did not stop cleanly: ${String(error)}\n`)
        process.exit(exitStatus.failed)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  if (isStopRequested) stop()
}

/** The data folder alone would protect what is written to it. */
const writePrivately = (): void => void process.umask(0o077)

const serve = async ({ options, policyFile }: Extract<Command, { name: 'serve' }>): Promise<void> => {
  writePrivately()
  const service = await startService({
    ...options,
    credentials:
      options.credentials === '-'
        ? credentialsFromText(await (parentPort === undefined ? text(process.stdin) : receivedCredentials))
        : options.credentials,
    template: options.template ?? builtTemplate,
    logLevel: options.logLevel ?? 'info',
    policy: policyFile === undefined ? undefined : await readPolicy(policyFile),
  })
  stopOnRequest(service)
  returnLock = service.returnLock
  process.stdout.write(`Licensing service ready at ${service.url}\n`)
}

const run = async (command: Command): Promise<void> => {
  switch (command.name) {
    case 'serve':
      return serve(command)
    case 'hash': {
      const secret = (await text(process.stdin)).replace(/\r?\n$/, '')
      if (secret === '') throw new StartFailure('usage', 'The secret is empty. Pass it on standard input.')
      process.stdout.write(`${await hashSecret(secret)}\n`)
      return
    }
    case 'help':
      process.stdout.write(`${usage}\n`)
      return
    case 'import':
      writePrivately()
      process.stdout.write(`${await importInto(command)}\n`)
      return
    case 'import-schema':
      process.stdout.write(`${JSON.stringify(importJsonSchema(), null, 2)}\n`)
      return
    case 'make-template':
      return makeTemplate(command.out)
  }
}

// The reader of stdout or stderr (a pager, a supervisor) can exit first. A broken pipe must not end the
// service.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const main = async (): Promise<void> => {
  try {
    await run(readCommandLine(process.argv.slice(2)))
  } catch (error) {
    const isExpected = error instanceof StartFailure
    process.stderr.write(`${isExpected ? error.message : `The service failed: ${String(error)}`}\n`)
    process.exit(exitStatus[isExpected ? error.kind : 'failed'])
  }
}

void main()
