import { businessCodes, isBusinessCode } from '#shared/model/api/business-codes'
import { fieldRows, typeText } from './field-rows'
import type { FieldRow } from './field-rows'
import { html, Html, withCodeSpans } from './html'
import type { OpenApi } from './openapi'
import type { JsonSchema } from './schemas'
import { style } from './style'

interface Parameter {
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: JsonSchema
}
type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>
interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>
  readonly 'x-business-codes'?: readonly string[]
}
interface DocumentedOperation {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}
type Schemas = Readonly<Record<string, JsonSchema>>

const emptyHtml = html``

const rowsTable = (rows: readonly FieldRow[]): Html =>
  html` <div class="wide">
    <table>
      <tr>
        <th>Field</th>
        <th>Type</th>
        <th>Meaning</th>
      </tr>
      ${rows.map(
        ({ name, depth, type, required, text }) =>
          html`<tr>
            <td style="padding-left:${depth * 18}px">
              ${name}${required ? html`<span class="must">required</span>` : emptyHtml}
            </td>
            <td class="type">${type}</td>
            <td>${text}</td>
          </tr>`,
      )}
    </table>
  </div>`

/** The parameters of an operation except the nonce, which all requests have. */
const parametersSection = (parameters: readonly Parameter[] = []): Html => {
  const rows = parameters
    .filter(({ name }) => name !== undefined)
    .map(({ name = '', in: where = '', required = false, description = '', schema = {} }) => ({
      name,
      depth: 0,
      type: `${typeText(schema)}, ${where}`,
      required,
      text: description,
    }))
  return rows.length === 0
    ? emptyHtml
    : html`<h3>Parameters</h3>
        ${rowsTable(rows)}`
}

/** The required fields of a body are listed next to its schema: see openapi.ts. */
const bodyRows = (schema: JsonSchema, schemas: Schemas): FieldRow[] => {
  const [base, extra] = (schema['allOf'] as readonly JsonSchema[] | undefined) ?? [schema]
  const required = (extra?.['required'] as readonly string[] | undefined) ?? []
  return fieldRows(base ?? {}, schemas).map((row) =>
    row.depth === 0 ? { ...row, required: row.required || required.includes(row.name) } : row,
  )
}

const curlOf = ({ path, method, operation }: DocumentedOperation): string => {
  const isMember = operation.tags.includes('member')
  const token = isMember ? '$CLIENT_TOKEN' : '$APP_TOKEN'
  const example = Object.values(operation.requestBody?.content ?? {})[0]?.example
  return [
    `curl -X ${method.toUpperCase()} "$BASE${path}?g_nonce=$(uuidgen)"`,
    `-H "Authorization: Bearer ${token}"`,
    ...(isMember ? ['-H "clientToken: $CLIENT_TOKEN" -H "userToken: $USER_TOKEN"'] : []),
    ...(example === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(example)}'`]),
  ].join(' \\\n  ')
}

const bodySection = (operation: Operation, schemas: Schemas): Html => {
  const [content] = Object.values(operation.requestBody?.content ?? {})
  if (content === undefined) return emptyHtml
  const example =
    content.example === undefined ? emptyHtml : html`<pre>${JSON.stringify(content.example, null, 2)}</pre>`
  return html`<h3>Body</h3>
    ${rowsTable(bodyRows(content.schema, schemas))}${example}`
}

const responseSection = (operation: Operation, schemas: Schemas): Html => {
  const schema = operation.responses['200']?.content['application/json']?.schema ?? {}
  const { data } = (schema['properties'] ?? {}) as { data?: JsonSchema }
  const isEnvelope = operation['x-business-codes'] !== undefined
  const shown = isEnvelope ? (data ?? {}) : schema
  const rows = fieldRows(shown, schemas)
  const type = isEnvelope ? (data === undefined ? 'no data field' : `data: ${typeText(shown)}`) : ''
  return html`<details>
    <summary>Response ${type === '' ? '' : `— ${type}`}</summary>
    ${rows.length === 0 ? emptyHtml : rowsTable(rows)}
  </details>`
}

const codesSection = (codes: readonly string[] | undefined): Html => {
  if (codes === undefined) return emptyHtml
  const rows = codes.map((code) => {
    const facts = isBusinessCode(code) ? businessCodes[code] : null
    return html`<tr>
      <td>${code}</td>
      <td>${facts?.en.what ?? ''}<br /><span lang="zh">${facts?.zh.what ?? ''}</span></td>
    </tr>`
  })
  return html`<details>
    <summary>Business codes — ${codes.join(', ')}</summary>
    <table>
      ${rows}
    </table>
  </details>`
}

const article = (place: DocumentedOperation, schemas: Schemas): Html => {
  const { path, method, operation } = place
  const isOperation = operation['x-business-codes'] !== undefined
  return html`<article id="${operation.operationId}">
    <h2>${operation.summary}</h2>
    <div class="where"><span class="method">${method.toUpperCase()}</span>${path}</div>
    <div class="id">${operation.operationId}</div>
    <p>${withCodeSpans(operation.description)}</p>
    ${parametersSection(operation.parameters)} ${bodySection(operation, schemas)}
    ${responseSection(operation, schemas)} ${codesSection(operation['x-business-codes'])}
    ${
      isOperation
        ? html`<details>
            <summary>With curl</summary>
            <pre>${curlOf(place)}</pre>
          </details>`
        : emptyHtml
    }
  </article>`
}

const tokensExample = `BASE=http://127.0.0.1:PORT
# an application's token, for both modules
curl -d grant_type=client_credentials -d client_id=KEY -d client_secret=SECRET $BASE/oauth/token
# a user's token, for the member center
curl -d grant_type=password -d client_id=KEY -d client_secret=SECRET \\
  -d username=USER -d password=PASSWORD $BASE/oauth/token`

/** Builds the HTML documentation from the OpenAPI document: one page without external resources. */
export const docsPage = (document: OpenApi): string => {
  const schemas = document.components.schemas
  const places = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: operation as Operation,
    })),
  )
  const ofTag = (tag: string) => places.filter(({ operation }) => operation.tags.includes(tag))
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.info.title}</title>
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        <nav aria-label="Operations">
          <strong>${document.info.title}</strong>
          ${document.tags.map(
            ({ name }) =>
              html`<h2>${name}</h2>
                ${ofTag(name).map(
                  ({ operation }) => html`<a href="#${operation.operationId}">${operation.summary}</a>`,
                )}`,
          )}
          <h2>Machine-readable</h2>
          <a href="/openapi.json">openapi.json</a>
        </nav>
        <main>
          <h1>${document.info.title}</h1>
          <p>${withCodeSpans(document.info.description)}</p>
          <h3>Tokens</h3>
          <pre>${tokensExample}</pre>
          ${document.tags.map(
            ({ name, description }) =>
              html`<section>
                <h3>${description}</h3>
                ${ofTag(name).map((place) => article(place, schemas))}
              </section>`,
          )}
        </main>
      </body>
    </html> `
  return page.text
}
