import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { readCommandLine, usage } from './command-line'
import type { Command } from './command-line'
import { importInto } from './import/import-into'
import { importJsonSchema } from './import/import-file'
import type { PolicyChoices } from './policy'
import { startService } from './service'
import type { Service } from './service'
import { StartFailure } from './start-failure'
import { makeTemplate } from './store/template'
import { hashSecret } from './user-centre/secrets'

// V8 optimizes a WebAssembly function once it has executed this many bytes of it; by default 1.8 million, which the
// embedded PostgreSQL reaches at once. The optimizing threads then take the cores from the start itself: measured on
// two cores, 1.9 s of processor time until it accepts calls, 1.3 s with this. What is really hot is optimized later.
setFlagsFromString('--wasm-tiering-budget=50000000')

/** Exit statuses of all commands of the project: it ran and failed, wrong usage. */
const exitStatus = { failed: 1, usage: 2 } as const

/** Made by the build, beside this program (out/main/service.js). */
const builtTemplate = fileURLToPath(new URL('../service/demo-template.tar', import.meta.url))

/** In an Electron utility process, whose parent can only send messages where there are no signals (Windows). */
interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): void
}
const parentPort = (process as { readonly parentPort?: ParentPort }).parentPort

const readPolicy = async (file: string): Promise<PolicyChoices> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as PolicyChoices
  } catch (error) {
    throw new StartFailure('usage', `The policy file ${file} cannot be read as JSON.`, { cause: error })
  }
}

const stopWhenAsked = (service: Service): void => {
  const stop = () => {
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The service did not stop as it should: ${String(error)}\n`)
        process.exit(exitStatus.failed)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  parentPort?.on('message', ({ data }) => {
    if (data === 'stop') stop()
  })
}

const serve = async ({ options, policyFile }: Extract<Command, { name: 'serve' }>): Promise<void> => {
  const service = await startService({
    ...options,
    template: options.template ?? builtTemplate,
    logLevel: options.logLevel ?? 'info',
    policy: policyFile === undefined ? undefined : await readPolicy(policyFile),
  })
  stopWhenAsked(service)
  process.stdout.write(`Licensing service ready at ${service.url}\n`)
}

const run = async (command: Command): Promise<void> => {
  switch (command.name) {
    case 'serve':
      return serve(command)
    case 'hash': {
      const secret = (await text(process.stdin)).replace(/\r?\n$/, '')
      if (secret === '')
        throw new StartFailure('usage', 'hash reads the secret from standard input; it was empty.')
      process.stdout.write(`${await hashSecret(secret)}\n`)
      return
    }
    case 'help':
      process.stdout.write(`${usage}\n`)
      return
    case 'import':
      process.stdout.write(`${await importInto(command)}\n`)
      return
    case 'import-schema':
      process.stdout.write(`${JSON.stringify(importJsonSchema(), null, 2)}\n`)
      return
    case 'make-template':
      return makeTemplate(command.out)
  }
}

// Whoever read the log or the address may go (a pager, a supervisor): that is no reason for the service to die in a call.
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
