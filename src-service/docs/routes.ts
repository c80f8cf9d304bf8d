import type { FastifyInstance } from 'fastify'
import type { Policy } from '../policy'
import { buildOpenApi } from './openapi'
import type { OpenApi } from './openapi'
import { docsPage } from './page'

/** Nothing is loaded and nothing runs: the page is text and its own style. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `GET /openapi.json` and, for people, `GET /docs`; neither needs a token or a nonce. */
export const docsRoutes = (app: FastifyInstance, policy: Policy): void => {
  // Made when first asked for: most services are never asked.
  let made: { readonly document: OpenApi; readonly page: string } | undefined
  const docs = () => {
    if (made === undefined) {
      const document = buildOpenApi(policy)
      made = { document, page: docsPage(document) }
    }
    return made
  }
  app.get('/openapi.json', (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      // Other people's tools may read it from a page of theirs; there is nothing secret in it.
      .header('access-control-allow-origin', '*')
      .send(`${JSON.stringify(docs().document, null, 2)}\n`),
  )
  app.get('/docs', (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy)
      .header('x-content-type-options', 'nosniff')
      .send(docs().page),
  )
}
