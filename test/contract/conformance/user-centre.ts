/** Credentials of an application and a user, from environment variables only. */
export interface Credentials {
  readonly appKey: string
  readonly appSecret: string
  readonly user: string
  readonly password: string
}

export interface TokenAnswer {
  readonly status: number
  readonly json: Readonly<Record<string, unknown>>
}

export const askForToken = async (
  endpoint: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> => {
  const response = await fetch(endpoint, { method: 'POST', body: new URLSearchParams(form), headers })
  const json = (await response.json().catch(() => null)) as Record<string, unknown> | null
  return { status: response.status, json: json ?? {} }
}

export const applicationForm = ({ appKey, appSecret }: Credentials) => ({
  client_id: appKey,
  client_secret: appSecret,
})

export interface Tokens {
  readonly client: string
  readonly user: string
}

const tokenIn = ({ status, json }: TokenAnswer, what: string): string => {
  if (typeof json['access_token'] === 'string') return json['access_token']
  throw new Error(`The user centre gave no ${what} token: HTTP ${status} ${JSON.stringify(json)}`)
}

/** Section 5: the client token by client_credentials, the user token by password. */
export const signIn = async (endpoint: string, credentials: Credentials): Promise<Tokens> => {
  const application = applicationForm(credentials)
  const client = await askForToken(endpoint, { grant_type: 'client_credentials', ...application })
  const user = await askForToken(endpoint, {
    grant_type: 'password',
    ...application,
    username: credentials.user,
    password: credentials.password,
  })
  return { client: tokenIn(client, 'client'), user: tokenIn(user, 'user') }
}
