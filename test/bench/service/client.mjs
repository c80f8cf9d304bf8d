import { randomUUID } from 'node:crypto'
import { request } from 'undici'

const application = { client_id: 'lock-desk', client_secret: 'lock-desk-secret' }
const user = { username: 'counter', password: 'Counter-2026' }

/**
 * @param {string} url
 * @param {Record<string, string>} form
 * @returns {Promise<string>}
 */
async function token(url, form) {
  const { body } = await request(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...application, ...form }).toString(),
  })
  const answer = /** @type {{ access_token: string }} */ (await body.json())
  return answer.access_token
}

/** @typedef {{ client: string, user: string }} Tokens */

/**
 * @param {string} url
 * @returns {Promise<Tokens>}
 */
export async function signIn(url) {
  return {
    client: await token(url, { grant_type: 'client_credentials' }),
    user: await token(url, { grant_type: 'password', ...user }),
  }
}

/**
 * Sends one request and reads the response to its last byte.
 * @param {string} address
 * @param {Tokens} tokens
 * @param {unknown} [content] a body; without one it is a GET
 * @returns {Promise<{ ms: number, text: string }>}
 */
export async function call(address, tokens, content) {
  const target = new URL(address)
  target.searchParams.set('g_nonce', randomUUID())
  const began = performance.now()
  const { statusCode, body } = await request(target, {
    method: content === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${tokens.client}`,
      clienttoken: tokens.client,
      usertoken: tokens.user,
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(content === undefined ? {} : { body: JSON.stringify(content) }),
  })
  const text = await body.text()
  const ms = performance.now() - began
  if (statusCode !== 200) throw new Error(`${address} answered HTTP ${statusCode}: ${text.slice(0, 300)}`)
  return { ms, text }
}

/**
 * @param {string} address
 * @param {Tokens} tokens
 * @param {unknown} [content]
 * @returns {Promise<unknown>} `data` of the response
 */
export async function dataOf(address, tokens, content) {
  /** @type {unknown} */
  const answer = JSON.parse((await call(address, tokens, content)).text)
  return /** @type {{ data: unknown }} */ (answer).data
}
