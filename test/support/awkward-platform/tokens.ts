import type { Manners } from './manners'

interface Token {
  readonly kind: 'application' | 'user'
  readonly until: number
}

/**
 * The user centre: its endpoint and shapes are “not shown”, so the answer lies in an envelope, the life may be text, a
 * refresh token is good for one renewal, and what is said of a token's life need not be true.
 */
export const createTokens = (manners: Manners) => {
  const tokens = new Map<string, Token>()
  const refreshes = new Set<string>()
  const asked: string[] = []
  let counted = 0

  const give = (kind: Token['kind']) => {
    counted += 1
    const token = `${kind}-${counted}`
    tokens.set(token, { kind, until: Date.now() + manners.tokenLifeMs })
    const refresh = `refresh-${counted}`
    if (kind === 'user') refreshes.add(refresh)
    return {
      code: '0',
      data: {
        access_token: token,
        token_type: 'bearer',
        ...(manners.saidLifeSeconds === null ? {} : { expires_in: manners.saidLifeSeconds }),
        ...(kind === 'user' ? { refresh_token: refresh } : {}),
      },
    }
  }

  return {
    /** The grants that were asked for, in order. */
    asked,
    answer: (form: URLSearchParams): { readonly status: number; readonly body: unknown } => {
      const grant = form.get('grant_type') ?? ''
      asked.push(grant)
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
    /** As where the user centre was restarted. */
    forgetAll: () => tokens.clear(),
  }
}
export type Tokens = ReturnType<typeof createTokens>
