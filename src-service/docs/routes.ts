import type { FastifyInstance } from 'fastify'
import type { Policy } from '../policy'
import { buildOpenApi } from './openapi'
import type { OpenApi } from './openapi'
import { docsPage } from './page'

/** The page has inline styles only: no scripts, no external resources. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `GET /openapi.json` and `GET /docs`; neither needs a token or a nonce. */
export const docsRoutes = (app: FastifyInstance, policy: Policy): void => {
  // Built on the first request, because most services never receive one.
  let built: { readonly document: OpenApi; readonly page: string } | undefined
  const docs = () => {
    if (built === undefined) {
      const document = buildOpenApi(policy)
      built = { document, page: docsPage(document) }
    }
    return built
  }
  app.get('/openapi.json', { config: { isOpen: true } }, (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      // API tools may read it from a web page; it contains no secrets.
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
