const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
const content = (schema: object) => ({ 'application/json': { schema } })

const form = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { type: 'string', enum: ['client_credentials', 'password', 'refresh_token'] },
    ...texts('client_id', 'client_secret', 'username', 'password', 'refresh_token', 'scope'),
  },
}
const tokens = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in', 'scope'],
  properties: {
    ...texts('access_token', 'scope', 'refresh_token'),
    token_type: { type: 'string', const: 'Bearer' },
    expires_in: { type: 'integer', description: 'seconds' },
  },
}
const refusal = content({
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'string',
      enum: ['invalid_request', 'invalid_client', 'invalid_grant', 'invalid_scope', 'unsupported_grant_type'],
    },
    error_description: { type: 'string' },
  },
})
const health = {
  type: 'object',
  required: ['status', 'store'],
  properties: texts('status', 'store', 'reason'),
}

/** What is no operation of the API document: the user centre and the health of the service. */
export const plainPaths = {
  '/oauth/token': {
    post: {
      operationId: 'userCentre.token',
      tags: ['user centre'],
      summary: 'Ask for a token',
      description:
        'RFC 6749: the client by form fields or HTTP Basic; password gives a refresh token too. Needs no nonce.',
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } },
      security: [],
      responses: {
        200: { description: 'A token', content: content(tokens) },
        400: { description: 'Refused', content: refusal },
        401: { description: 'Unknown application, or a wrong secret', content: refusal },
      },
    },
  },
  '/healthz': {
    get: {
      operationId: 'service.health',
      tags: ['service'],
      summary: 'Health',
      description: 'Whether the service can do its work. Needs no token and no nonce.',
      security: [],
      responses: {
        200: { description: 'It can', content: content(health) },
        503: { description: 'It cannot; reason says why', content: content(health) },
      },
    },
  },
}
