const textFields = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
const content = (schema: object) => ({ 'application/json': { schema } })

const form = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { type: 'string', enum: ['client_credentials', 'password', 'refresh_token'] },
    ...textFields('client_id', 'client_secret', 'username', 'password', 'refresh_token', 'scope'),
  },
}
const tokens = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in', 'scope'],
  properties: {
    ...textFields('access_token', 'scope', 'refresh_token'),
    token_type: { type: 'string', const: 'Bearer' },
    expires_in: { type: 'integer', description: 'seconds' },
  },
}
const errorResponse = content({
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
  properties: textFields('status', 'store', 'reason'),
}

/** Routes that are not operations of the API: the user center and the health check. */
export const otherPaths = {
  '/oauth/token': {
    post: {
      operationId: 'userCentre.token',
      tags: ['user center'],
      summary: 'Request a token',
      description:
        'RFC 6749. The client authenticates by form fields or HTTP Basic. The grant password also returns a refresh token. Needs no nonce.',
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } },
      security: [],
      responses: {
        200: { description: 'A token', content: content(tokens) },
        400: { description: 'Rejected', content: errorResponse },
        401: { description: 'Unknown application or wrong secret', content: errorResponse },
      },
    },
  },
  '/healthz': {
    get: {
      operationId: 'service.health',
      tags: ['service'],
      summary: 'Health',
      description: 'Reports whether the service is available. Needs no token and no nonce.',
      security: [],
      responses: {
        200: { description: 'Available', content: content(health) },
        503: { description: 'Not available; see reason', content: content(health) },
      },
    },
  },
}
