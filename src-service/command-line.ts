import { parseArgs } from 'node:util'
import { seeds } from './seed/fill'
import type { Seed } from './seed/fill'
import { logLevels } from './server/log'
import type { LogLevel } from './server/log'
import type { ServiceOptions } from './service'
import { StartFailure } from './start-failure'

export const usage = `usage: service --data DIR [--port N] [--host H] [--seed demo|empty|scale] [--database-url postgres://…]
               [--credentials FILE] [--policy FILE] [--faults] [--log-level silent|error|warn|info|debug]
               [--template FILE] [--draw N]
       service import --data DIR FILE     enterprises out of a JSON file, all or none (or --database-url; the file's
                                          form: service import --schema)
       service hash                       a secret on standard input → its hash, for --credentials
       service make-template --out FILE   a packed demo store, for a fast first start`

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

const wrong = (message: string): StartFailure => new StartFailure('usage', `${message}\n${usage}`)

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
        draw: { type: 'string' },
        'log-level': { type: 'string' },
        schema: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        out: { type: 'string' },
      },
    })
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error))
  }
}

const portFrom = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw wrong(`--port ${text} is not a port.`)
  return port
}

const drawFrom = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw wrong(`--draw ${text} is not a whole number of at most nine digits.`)
  return Number(text)
}

const logLevelFrom = (text: string | undefined): LogLevel | undefined => {
  if (text === undefined) return undefined
  const level = logLevels.find((name) => name === text)
  if (level === undefined) throw wrong(`--log-level ${text} is none of ${logLevels.join(', ')}.`)
  return level
}

const seedFrom = (text: string | undefined): Seed | undefined => {
  if (text === undefined) return undefined
  const seed = seeds.find((name) => name === text)
  if (seed === undefined) throw wrong(`--seed ${text} is none of ${seeds.join(', ')}.`)
  return seed
}

type Values = ReturnType<typeof parse>['values']

const requirePlace = (values: Values): void => {
  if (values.data === undefined && values['database-url'] === undefined) {
    throw wrong('--data DIR is missing (or --database-url).')
  }
}

const readImport = (values: Values, [file, ...more]: string[]): Command => {
  if (values.schema) return { name: 'import-schema' }
  requirePlace(values)
  if (file === undefined) throw wrong('import needs the FILE to import.')
  if (more.length > 0) throw wrong(`“${more.join(' ')}” is not understood.`)
  const { data, 'database-url': databaseUrl } = values
  return { name: 'import', file, data, databaseUrl, seed: seedFrom(values.seed) }
}

/** Throws a StartFailure of the kind `usage` where the arguments are not right. */
export const readCommandLine = (args: readonly string[]): Command => {
  const { values, positionals } = parse(args)
  const [name, ...more] = positionals
  if (values.help) return { name: 'help' }
  if (name === 'import') return readImport(values, more)
  if (more.length > 0) throw wrong(`“${more.join(' ')}” is not understood.`)
  if (name === 'hash') return { name }
  if (name === 'make-template') {
    if (values.out === undefined) throw wrong('make-template needs --out FILE.')
    return { name, out: values.out }
  }
  if (name !== undefined) throw wrong(`There is no command “${name}”.`)
  requirePlace(values)
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
      drawnFrom: drawFrom(values.draw),
      template: values.template,
      logLevel: logLevelFrom(values['log-level']),
    },
  }
}
