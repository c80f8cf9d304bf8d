import { reading } from '../check'
import type { Check } from '../check'
import type { CheckContext } from '../session'
import { ensure, same } from '../failure'
import { applicationForm, askForToken } from '../user-centre'

const source = 'docs/licensing-service.md, “User center”; RFC 6749'

const ask = ({ session: { target } }: CheckContext, form: Readonly<Record<string, string>>, headers = {}) =>
  askForToken(target.userCentre, form, headers)

const userForm = ({ session: { target } }: CheckContext) => ({
  ...applicationForm(target.credentials),
  username: target.credentials.user,
  password: target.credentials.password,
})

/** The API does not describe token issuance, so these checks hold the training service's choice. */
export const userCentreChecks: readonly Check[] = reading(
  'user center',
  [
    'answer',
    'service',
    source,
    'issues a client token for key and secret, in the form or as HTTP Basic',
    async (turn) => {
      const { appKey, appSecret } = turn.session.target.credentials
      const basic = Buffer.from(`${appKey}:${appSecret}`).toString('base64')
      const grant = { grant_type: 'client_credentials' }
      const answers = [
        await ask(turn, { ...grant, ...applicationForm(turn.session.target.credentials) }),
        await ask(turn, grant, { authorization: `Basic ${basic}` }),
      ]
      for (const { status, json } of answers) {
        same(status, 200, 'the HTTP status')
        ensure(
          typeof json['access_token'] === 'string' && json['access_token'] !== '',
          'there is no access_token',
        )
        ensure(/^bearer$/i.test(String(json['token_type'])), `token_type is ${String(json['token_type'])}`)
        ensure(Number(json['expires_in']) > 0, `expires_in is ${String(json['expires_in'])}`)
        ensure(String(json['scope']).includes('auth_'), `scope is ${String(json['scope'])}`)
        same('refresh_token' in json, false, 'whether an application has a refresh_token')
      }
    },
  ],
  [
    'answer',
    'service',
    source,
    'issues a user token with a refresh token, which renews it',
    async (turn) => {
      const first = await ask(turn, { grant_type: 'password', ...userForm(turn) })
      same(first.status, 200, 'the HTTP status')
      const refresh = first.json['refresh_token']
      ensure(typeof refresh === 'string', 'there is no refresh_token')
      const form = {
        grant_type: 'refresh_token',
        refresh_token: refresh,
        ...applicationForm(turn.session.target.credentials),
      }
      const second = await ask(turn, form)
      same(second.status, 200, 'the HTTP status of the renewal')
      const path = { enterpriseGlobalId: turn.session.target.enterprise }
      const usertoken = String(second.json['access_token'])
      await turn.session.plain.succeed('member.listAssetNumbers', { path, headers: { usertoken } })
    },
  ],
  [
    'refusals',
    'service',
    source,
    'errors are those of RFC 6749',
    async (turn) => {
      const application = applicationForm(turn.session.target.credentials)
      const wrong = [
        [401, 'invalid_client', { grant_type: 'client_credentials', ...application, client_secret: 'wrong' }],
        [
          401,
          'invalid_client',
          { grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'x' },
        ],
        [400, 'invalid_grant', { grant_type: 'password', ...userForm(turn), password: 'wrong' }],
        [400, 'invalid_grant', { grant_type: 'refresh_token', refresh_token: 'none', ...application }],
        [400, 'unsupported_grant_type', { grant_type: 'implicit', ...application }],
      ] as const
      for (const [status, error, form] of wrong) {
        const answer = await ask(turn, form)
        same([answer.status, answer.json['error']], [status, error], `the response to ${form.grant_type}`)
      }
    },
  ],
)
