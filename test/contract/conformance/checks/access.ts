import { operationIds, operations } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import { newNonce } from '../caller'
import type { Request } from '../caller'
import { changing, reading } from '../check'
import type { Check, Entry } from '../check'
import { ensure } from '../failure'
import { examples } from './examples'

const bearer = (token: string): string => `Bearer ${token}`
const choices = 'docs/licensing-service.md, “Every request”'

const nonce = (id: OperationId): Entry[] => [
  [
    'access',
    'document',
    'sections 1.1 and 5.4',
    'a request without g_nonce is refused (70001)',
    async (turn) => {
      await turn.caller.refused(id, '70001', { ...(await examples[id](turn)), nonce: null })
    },
  ],
  [
    'access',
    'document',
    'sections 5.3 and 5.4',
    'a nonce is accepted once (70001)',
    async (turn) => {
      const request: Request = { ...(await examples[id](turn)), nonce: newNonce() }
      await turn.caller.succeed(id, request)
      await turn.caller.refused(id, '70001', request, 'a repeated nonce')
    },
  ],
]

const tokens = (id: OperationId): Entry[] => [
  [
    'access',
    'document',
    'section 5.4',
    'a missing or unknown application token is refused (60000)',
    async (turn) => {
      const request = await examples[id](turn)
      for (const authorization of [undefined, bearer('nothing')]) {
        await turn.caller.refused(
          id,
          '60000',
          { ...request, headers: { authorization } },
          String(authorization),
        )
      }
    },
  ],
  [
    'access',
    'service',
    choices,
    'neither a user token nor another scheme replaces an application token (60000)',
    async (turn) => {
      const { client, user } = turn.caller.tokens
      const request = await examples[id](turn)
      for (const authorization of [bearer(user), `Basic ${client}`]) {
        await turn.caller.refused(id, '60000', { ...request, headers: { authorization } }, 'such a token')
      }
    },
  ],
  [
    'access',
    'service',
    'section 5, with the applications of docs/licensing-service.md',
    'an application without the scope, or not approved, is refused (60000)',
    async (turn) => {
      const other = operations[id].module === 'order' ? 'members-only' : 'orders-only'
      const request = await examples[id](turn)
      for (const key of [other, 'not-approved']) {
        const token = await turn.session.tokenOf(key)
        const headers = { authorization: bearer(token), clienttoken: token }
        await turn.caller.refused(id, '60000', { ...request, headers }, `the application ${key}`)
      }
    },
  ],
]

const memberTokens = (id: OperationId): Entry[] => [
  [
    'access',
    'document',
    'section 5.2',
    'a missing or unknown clientToken is refused (60000)',
    async (turn) => {
      const request = await examples[id](turn)
      for (const clienttoken of [undefined, 'nothing']) {
        await turn.caller.refused(
          id,
          '60000',
          { ...request, headers: { clienttoken } },
          `clientToken ${String(clienttoken)}`,
        )
      }
    },
  ],
  [
    'access',
    'document',
    'sections 5.2 and 5.4',
    'a missing or unknown userToken is refused (60005)',
    async (turn) => {
      const request = await examples[id](turn)
      for (const usertoken of [undefined, 'nothing']) {
        await turn.caller.refused(
          id,
          '60005',
          { ...request, headers: { usertoken } },
          `userToken ${String(usertoken)}`,
        )
      }
    },
  ],
  [
    'access',
    'service',
    choices,
    'clientToken equals the token of the Authorization header (60000)',
    async (turn) => {
      const request = await examples[id](turn)
      for (const clienttoken of [turn.caller.tokens.user, await turn.session.tokenOf('members-only')]) {
        await turn.caller.refused(
          id,
          '60000',
          { ...request, headers: { clienttoken } },
          'another clientToken',
        )
      }
    },
  ],
  [
    'access',
    'service',
    choices,
    'an application token does not replace a user token (60005)',
    async (turn) => {
      const headers = { usertoken: turn.caller.tokens.client }
      await turn.caller.refused(id, '60005', { ...(await examples[id](turn)), headers })
    },
  ],
]

const other = (id: OperationId): Entry[] => [
  [
    'access',
    'service',
    choices,
    'another method on its path is HTTP 404 with an envelope',
    async (turn) => {
      const method = operations[id].method === 'GET' ? 'DELETE' : 'GET'
      const { body: _body, ...request } = await examples[id](turn)
      const { status, json } = await turn.caller.send(id, { ...request, method })
      ensure(status === 404, `the HTTP status is ${status}, not 404`)
      ensure(typeof json?.code === 'string' && typeof json.message === 'string', 'it has no envelope')
    },
  ],
]

/** The message names the invalid field (section 7, 13004); the values have a type that no field accepts. */
const malformed = (id: OperationId): Entry[] => {
  const { body, query, module } = operations[id]
  const code = module === 'order' ? '13004' : '40000'
  const entries: Entry[] = []
  if (body !== null) {
    entries.push(
      [
        'refusals',
        'service',
        choices,
        'a body that is not JSON is refused (13004)',
        async (turn) => {
          const { body: _body, ...request } = await examples[id](turn)
          await turn.caller.refused(id, '13004', { ...request, rawBody: '{"x":' })
        },
      ],
      [
        'refusals',
        'service',
        choices,
        `a field of another type is refused (${code}) and named`,
        async (turn) => {
          const request = await examples[id](turn)
          for (const field of Object.keys(body.shape)) {
            const wrong = { ...(request.body as object), [field]: { wrong: true } }
            const { message } = await turn.caller.refused(
              id,
              code,
              { ...request, body: wrong },
              `${field} as an object`,
            )
            ensure(message.includes(field), `the message “${message}” does not name ${field}`)
          }
        },
      ],
    )
  }
  const numbers = Object.keys(query.shape).filter((name) => name !== 'keyword')
  if (id === 'member.listEmployees') {
    entries.push([
      'refusals',
      'service',
      choices,
      `a query parameter that is not a number is refused (${code})`,
      async (turn) => {
        const request = await examples[id](turn)
        for (const name of numbers) {
          await turn.caller.refused(id, code, { ...request, query: { [name]: 'x1' } }, `${name}=x1`)
        }
      },
    ])
  }
  return entries
}

export const accessChecks: readonly Check[] = operationIds.flatMap((id) => {
  const entries = [
    ...nonce(id),
    ...tokens(id),
    ...(operations[id].module === 'member' ? memberTokens(id) : []),
    ...malformed(id),
  ]
  // A DELETE is not a read, even where it must find nothing.
  const own = operations[id].changesState ? changing(id, ...entries) : reading(id, ...entries)
  return [...own, ...changing(id, ...other(id))]
})
