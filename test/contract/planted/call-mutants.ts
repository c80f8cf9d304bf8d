import { operations } from '#shared/operations'
import { newNonce } from '../conformance/caller'
import type { Call } from '../conformance/call'
import type { Tokens } from '../conformance/user-centre'
import type { Mutant, Sample } from './mutant'
import { inCalls } from './mutant'
import { absent, anotherValue, changeAt, valuesAt, waysIn, wayText } from './places'
import type { Way } from './places'

const without = (record: Readonly<Record<string, string>>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))

const changedBody = (call: Call, way: Way, change: (found: unknown) => unknown): Call => {
  if (call.body === undefined) return call
  const body = changeAt(call.body, way, change)
  return body === call.body ? call : { ...call, body }
}

/** Each parameter that the suite sends: ignored, or read as another value. */
export const parameterMutants = ({ operation, exchanges }: Sample): Mutant[] => {
  const ways = new Map<string, Way>()
  const bodies = exchanges.map(({ call }) => call.body).filter((body) => body !== undefined)
  for (const body of bodies) {
    for (const way of waysIn(body)) {
      // A value sent to be refused for its type is not a parameter of the API.
      if (!way.includes('wrong') && !way.includes('strictMatchWhenDelete')) ways.set(wayText(way), way)
    }
  }
  const mutant = (kind: string, where: string, change: (call: Call) => Call): Mutant => ({
    operation,
    kind,
    where,
    plant: inCalls(change),
  })
  const inBody = [...ways].flatMap(([where, way]) => {
    const values = bodies.flatMap((body) => valuesAt(body, way))
    const list = [mutant('parameter ignored', where, (call) => changedBody(call, way, () => absent))]
    if (values.some((value) => ['string', 'number', 'boolean'].includes(typeof value))) {
      list.push(
        mutant('parameter read as another value', where, (call) =>
          changedBody(call, way, (found) => (found === '' ? found : anotherValue(found))),
        ),
      )
    }
    if (values.some((value) => Array.isArray(value) && value.length > 1)) {
      list.push(
        mutant('last item of a list ignored', where, (call) =>
          changedBody(call, way, (found) =>
            Array.isArray(found) && found.length > 1 ? found.slice(0, -1) : found,
          ),
        ),
      )
    }
    return list
  })
  const names = new Set(exchanges.flatMap(({ call }) => Object.keys(call.query)))
  names.delete('g_nonce')
  const inQuery = [...names].flatMap((name) => [
    mutant('parameter ignored', `?${name}`, (call) =>
      name in call.query ? { ...call, query: without(call.query, name) } : call,
    ),
    mutant('parameter read as another value', `?${name}`, (call) => {
      const value = call.query[name]
      if (value === undefined) return call
      const another = /^\d+$/.test(value)
        ? String(Number(value) + 1)
        : value === 'N'
          ? 'Y'
          : value === 'Y'
            ? 'N'
            : `${value}9`
      return { ...call, query: { ...call.query, [name]: another } }
    }),
  ])
  return [...inBody, ...inQuery]
}

/** Each rule of section 5: not checked. */
export const accessMutants = ({ operation }: Sample, tokens: Tokens): Mutant[] => {
  const good: Readonly<Record<string, string>> = {
    authorization: `Bearer ${tokens.client}`,
    clienttoken: tokens.client,
    usertoken: tokens.user,
  }
  const mutant = (where: string, change: (call: Call) => Call): Mutant => ({
    operation,
    kind: 'access not checked',
    where,
    plant: inCalls(change),
  })
  const headers =
    operations[operation].module === 'member'
      ? ['authorization', 'clienttoken', 'usertoken']
      : ['authorization']
  const inHeaders = headers.flatMap((name) => {
    const value = good[name] ?? ''
    // Sends another application's token in two headers and ignores both refusals.
    const letThrough = (call: Call): Call => ({
      ...call,
      headers: {
        ...call.headers,
        ...(name === 'authorization' && call.headers['clienttoken'] !== undefined ? good : {}),
        [name]: value,
      },
    })
    return [
      mutant(`${name} missing`, (call) => (call.headers[name] === undefined ? letThrough(call) : call)),
      mutant(`${name} unknown`, (call) =>
        call.headers[name]?.endsWith('nothing') === true ? letThrough(call) : call,
      ),
      mutant(`${name} of another user`, (call) => {
        const headerValue = call.headers[name]
        return headerValue === undefined || headerValue === value || headerValue.endsWith('nothing')
          ? call
          : letThrough(call)
      }),
    ]
  })
  const seen = new Set<string>()
  return [
    ...inHeaders,
    mutant('g_nonce missing', (call) =>
      call.query['g_nonce'] === undefined ? { ...call, query: { ...call.query, g_nonce: newNonce() } } : call,
    ),
    mutant('g_nonce repeated', (call) => {
      const nonce = call.query['g_nonce'] ?? ''
      if (!seen.has(nonce)) {
        seen.add(nonce)
        return call
      }
      return { ...call, query: { ...call.query, g_nonce: newNonce() } }
    }),
    mutant('another method', (call) => {
      const { method, ...rest } = call
      return method === undefined ? call : rest
    }),
  ]
}
