import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { createPlatformClient } from './client'
import type { PlatformClient } from './client'
import type { Credentials } from './auth/credentials'
import type { ResponseParser } from './response/response-parser'
import { createTokens } from './auth/tokens'
import type { RefreshTokenKeeper, Tokens } from './auth/tokens'
import type { Transport } from './transport/transport'

export interface Endpoints {
  readonly baseUrl: string
  readonly userCentreUrl: string
}

export interface ConnectedClient extends Endpoints {
  readonly client: PlatformClient
  /** The client's tokens. */
  readonly tokens: Tokens
}

/** Creates the client once the platform's address is known; in training, once its service has started. */
export const connectClient = async (deps: {
  endpoints: Promise<Outcome<Endpoints>>
  credentials: Credentials
  transport: Transport
  keeper: RefreshTokenKeeper
  responseParser: ResponseParser
}): Promise<Outcome<ConnectedClient>> => {
  const endpoints = await deps.endpoints
  if (!endpoints.ok) return fail(endpoints.error)
  const { credentials, transport, keeper, responseParser } = deps
  const tokens = createTokens({ tokenUrl: endpoints.value.userCentreUrl, credentials, transport, keeper })
  const client = createPlatformClient({
    ...endpoints.value,
    credentials,
    transport,
    keeper,
    tokens,
    responseParser,
  })
  return succeed({ ...endpoints.value, client, tokens })
}
