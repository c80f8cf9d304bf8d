import type { PlatformBehavior } from './behavior'

interface Token {
  readonly kind: 'application' | 'user'
  readonly until: number
}

/**
 * The user center: the API does not show its endpoint and shapes, so the response is in an envelope, the life
 * may be text, a refresh token renews once, and the reported life need not be true.
 */
export const createTokens = (behavior: PlatformBehavior) => {
  const tokens = new Map<string, Token>()
  const refreshes = new Set<string>()
  const grantTypes: string[] = []
  let counted = 0

  const give = (kind: Token['kind']) => {
    counted += 1
    const token = `${kind}-${counted}`
    tokens.set(token, { kind, until: Date.now() + behavior.tokenLifeMs })
    const refresh = `refresh-${counted}`
    if (kind === 'user') refreshes.add(refresh)
    return {
      code: '0',
      data: {
        access_token: token,
        token_type: 'bearer',
        ...(behavior.saidLifeSeconds === null ? {} : { expires_in: behavior.saidLifeSeconds }),
        ...(kind === 'user' ? { refresh_token: refresh } : {}),
      },
    }
  }

  return {
    /** The requested grants, in order. */
    asked: grantTypes,
    answer: (form: URLSearchParams): { readonly status: number; readonly body: unknown } => {
      const grant = form.get('grant_type') ?? ''
      grantTypes.push(grant)
      if (grant === 'client_credentials') return { status: 200, body: give('application') }
      if (grant === 'password') return { status: 200, body: give('user') }
      const kept = form.get('refresh_token') ?? ''
      if (!refreshes.delete(kept)) return { status: 400, body: { error: 'invalid_grant' } }
      return { status: 200, body: give('user') }
    },
    isGood: (kind: Token['kind'], value: string | undefined): boolean => {
      const token = tokens.get(value ?? '')
      return token?.kind === kind && token.until > Date.now()
    },
    /** As after a restart of the user center. */
    forgetAll: () => tokens.clear(),
  }
}
export type Tokens = ReturnType<typeof createTokens>
