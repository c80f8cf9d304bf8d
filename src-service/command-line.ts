import { parseArgs } from 'node:util'
import { messageOf } from '#shared/error-message'
import { seeds } from './seed/fill'
import type { Seed } from './seed/fill'
import { logLevels } from './server/log'
import type { LogLevel } from './server/log'
import type { ServiceOptions } from './service'
import { StartFailure } from './start-failure'

export const usage = `usage: service --data DIR [--port N] [--host H] [--seed demo|empty|scale] [--database-url postgres://…]
               [--credentials FILE|-] [--policy FILE] [--faults] [--log-level silent|error|warn|info|debug]
               [--template FILE] [--random-seed N]
       service import --data DIR FILE     import enterprises from a JSON file, all or none (or with --database-url)
       service import --schema            print the format of that file as JSON Schema
       service hash                       read a secret from standard input, print its hash for --credentials
       service make-template --out FILE   create a packed demo store for a faster first start`

export type Command =
  | { readonly name: 'serve'; readonly options: ServiceOptions; readonly policyFile: string | undefined }
  | {
      readonly name: 'import'
      readonly file: string
      readonly data: string | undefined
      readonly databaseUrl: string | undefined
      readonly seed: Seed | undefined
    }
  | { readonly name: 'import-schema' }
  | { readonly name: 'help' }
  | { readonly name: 'hash' }
  | { readonly name: 'make-template'; readonly out: string }

const usageError = (message: string): StartFailure => new StartFailure('usage', `${message}\n${usage}`)

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string' },
        seed: { type: 'string' },
        'database-url': { type: 'string' },
        credentials: { type: 'string' },
        policy: { type: 'string' },
        faults: { type: 'boolean' },
        template: { type: 'string' },
        'random-seed': { type: 'string' },
        'log-level': { type: 'string' },
        schema: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        out: { type: 'string' },
      },
    })
  } catch (error) {
    throw usageError(messageOf(error))
  }
}

const portFrom = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw usageError(`--port must be between 0 and 65535, not “${text}”.`)
  return port
}

const randomSeedFrom = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text))
    throw usageError(`--random-seed must be a whole number of at most nine digits, not “${text}”.`)
  return Number(text)
}

const logLevelFrom = (text: string | undefined): LogLevel | undefined => {
  if (text === undefined) return undefined
  const level = logLevels.find((name) => name === text)
  if (level === undefined)
    throw usageError(`--log-level must be one of ${logLevels.join(', ')}, not “${text}”.`)
  return level
}

const seedFrom = (text: string | undefined): Seed | undefined => {
  if (text === undefined) return undefined
  const seed = seeds.find((name) => name === text)
  if (seed === undefined) throw usageError(`--seed must be one of ${seeds.join(', ')}, not “${text}”.`)
  return seed
}

type Values = ReturnType<typeof parse>['values']

const requireStoreLocation = (values: Values): void => {
  if (values.data === undefined && values['database-url'] === undefined) {
    throw usageError('--data DIR or --database-url is required.')
  }
}

const readImport = (values: Values, [file, ...more]: string[]): Command => {
  if (values.schema) return { name: 'import-schema' }
  requireStoreLocation(values)
  if (file === undefined) throw usageError('import requires a FILE.')
  if (more.length > 0) throw usageError(`Unknown argument: “${more.join(' ')}”.`)
  const { data, 'database-url': databaseUrl } = values
  return { name: 'import', file, data, databaseUrl, seed: seedFrom(values.seed) }
}

/** Throws a StartFailure with kind `usage` if the arguments are invalid. */
export const readCommandLine = (args: readonly string[]): Command => {
  const { values, positionals } = parse(args)
  const [name, ...more] = positionals
  if (values.help) return { name: 'help' }
  if (name === 'import') return readImport(values, more)
  if (more.length > 0) throw usageError(`Unknown argument: “${more.join(' ')}”.`)
  if (name === 'hash') return { name }
  if (name === 'make-template') {
    if (values.out === undefined) throw usageError('make-template requires --out FILE.')
    return { name, out: values.out }
  }
  if (name !== undefined) throw usageError(`Unknown command: “${name}”.`)
  requireStoreLocation(values)
  return {
    name: 'serve',
    policyFile: values.policy,
    options: {
      data: values.data,
      databaseUrl: values['database-url'],
      port: portFrom(values.port),
      host: values.host,
      seed: seedFrom(values.seed),
      credentials: values.credentials,
      faults: values.faults,
      randomSeed: randomSeedFrom(values['random-seed']),
      template: values.template,
      logLevel: logLevelFrom(values['log-level']),
    },
  }
}
