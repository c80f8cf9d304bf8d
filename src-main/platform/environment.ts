import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { createPlatformClient } from './client'
import type { PlatformClient } from './client'
import type { Credentials } from './credentials'
import type { LongAnswers } from './long-answers'
import { createTokens } from './tokens'
import type { RefreshTokenKeeper, Tokens } from './tokens'
import type { Transport } from './transport'

/** A platform to talk to, and how the desk names it in its files. */
export interface Environment {
  readonly id: string
  readonly training: boolean
  readonly connected: Promise<Outcome<{ readonly client: PlatformClient; readonly baseUrl: string }>>
}

export interface Endpoints {
  readonly baseUrl: string
  readonly userCentreUrl: string
}

export interface Connected extends Endpoints {
  readonly client: PlatformClient
  /** The client's own. */
  readonly tokens: Tokens
}

/** The client once its platform can be named: training's is known only when its service has started. */
export const connect = async (deps: {
  endpoints: Promise<Outcome<Endpoints>>
  credentials: Credentials
  transport: Transport
  keeper: RefreshTokenKeeper
  longAnswers: LongAnswers
}): Promise<Outcome<Connected>> => {
  const endpoints = await deps.endpoints
  if (!endpoints.ok) return fail(endpoints.error)
  const { credentials, transport, keeper, longAnswers } = deps
  const tokens = createTokens({ tokenUrl: endpoints.value.userCentreUrl, credentials, transport, keeper })
  const client = createPlatformClient({
    ...endpoints.value,
    credentials,
    transport,
    keeper,
    tokens,
    longAnswers,
  })
  return succeed({ ...endpoints.value, client, tokens })
}
