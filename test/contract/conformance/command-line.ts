import { parseArgs } from 'node:util'
import type { Level } from './caller'
import type { Credentials } from './user-centre'

export const usage = `Usage: npm run conformance -- --url URL [--user-centre URL] --enterprise ID [--changes]
         [--level document|service] [--trial-enterprise ID] [--channel-code CODE --channel-customer ID]
       npm run conformance -- --planted [--sample N] [--seed N] [--operation ID]
Keys and passwords: LOCK_DESK_APP_KEY, LOCK_DESK_APP_SECRET, LOCK_DESK_USER, LOCK_DESK_PASSWORD.
--level document skips checks of what the API leaves open; --changes creates an enterprise and tests changes in it.`

/** Exits the program with that status and message: 2 for wrong usage, 3 for missing input. */
export class ExitError extends Error {
  constructor(
    readonly status: 2 | 3,
    message: string,
  ) {
    super(message)
  }
}

export interface Examination {
  readonly url: string
  readonly userCentre: string
  readonly enterprise: string
  readonly changes: boolean
  readonly level: Level
  readonly trialEnterprise: string | undefined
  readonly channel: { readonly channelCode: string; readonly channelCustomerId: string } | undefined
}

export type Command =
  | { readonly name: 'examine'; readonly examination: Examination }
  | {
      readonly name: 'planted'
      readonly sample: number | undefined
      readonly seed: number
      readonly operation: string | undefined
    }

const wrong = (message: string): ExitError => new ExitError(2, `${message}\n${usage}`)

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        'user-centre': { type: 'string' },
        enterprise: { type: 'string' },
        changes: { type: 'boolean' },
        level: { type: 'string' },
        'trial-enterprise': { type: 'string' },
        'channel-code': { type: 'string' },
        'channel-customer': { type: 'string' },
        planted: { type: 'boolean' },
        sample: { type: 'string' },
        seed: { type: 'string' },
        operation: { type: 'string' },
      },
    }).values
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error))
  }
}

const urlFrom = (option: string, text: string): string => {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw wrong(`--${option} must be an http(s) URL, not “${text}”.`)
  return text.replace(/\/$/, '')
}

const numberFrom = (option: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw wrong(`--${option} must be a whole number, not “${text}”.`)
  return Number(text)
}

const levelFrom = (text: string): Level => {
  if (text !== 'document' && text !== 'service')
    throw wrong(`--level must be document or service, not “${text}”.`)
  return text
}

export const readCommandLine = (args: readonly string[]): Command => {
  const values = parse(args)
  if (values.planted === true) {
    const { sample, seed = '1', operation } = values
    return {
      name: 'planted',
      sample: sample === undefined ? undefined : numberFrom('sample', sample),
      seed: numberFrom('seed', seed),
      operation,
    }
  }
  if (values.url === undefined) throw wrong('--url is required.')
  if (values.enterprise === undefined)
    throw wrong('--enterprise is required: the global ID of an enterprise to read.')
  const url = urlFrom('url', values.url)
  const { 'channel-code': channelCode, 'channel-customer': channelCustomerId } = values
  if ((channelCode === undefined) !== (channelCustomerId === undefined)) {
    throw wrong('Use --channel-code and --channel-customer together.')
  }
  return {
    name: 'examine',
    examination: {
      url,
      userCentre: urlFrom('user-centre', values['user-centre'] ?? `${url}/oauth/token`),
      enterprise: values.enterprise,
      changes: values.changes === true,
      level: levelFrom(values.level ?? 'service'),
      trialEnterprise: values['trial-enterprise'],
      channel:
        channelCode === undefined || channelCustomerId === undefined
          ? undefined
          : { channelCode, channelCustomerId },
    },
  }
}

/** From the environment only, so that they appear in no shell history. */
export const credentialsFrom = (env: Readonly<Record<string, string | undefined>>): Credentials => {
  const names = ['LOCK_DESK_APP_KEY', 'LOCK_DESK_APP_SECRET', 'LOCK_DESK_USER', 'LOCK_DESK_PASSWORD'] as const
  const missing = names.filter((name) => (env[name] ?? '') === '')
  if (missing.length > 0) {
    throw new ExitError(
      3,
      `Not set: ${missing.join(', ')}. Type: ${missing.map((name) => `export ${name}=…`).join('; ')}`,
    )
  }
  const [appKey = '', appSecret = '', user = '', password = ''] = names.map((name) => env[name])
  return { appKey, appSecret, user, password }
}
