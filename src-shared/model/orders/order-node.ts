import type { FieldOf } from './order-levels'

/**
 * An order or a part of one as plain JSON: forms write typed values into it, unknown fields from files stay,
 * and checks report problems. Immutable.
 */
export type OrderNode = Readonly<Record<string, unknown>>

/** A place in JSON, also one that the API does not have. */
export type JsonPath = readonly (string | number)[]

/** A place in an order: a name that is no field of the API does not compile. */
export type OrderPath = readonly (FieldOf | number)[]

export const isNode = (value: unknown): value is OrderNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (node: OrderNode, name: FieldOf): string => {
  const value = node[name]
  return typeof value === 'string' ? value : ''
}

/** The list in this field; empty if there is none. */
export const listOf = (node: OrderNode, name: FieldOf): readonly unknown[] => {
  const value = node[name]
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}

export const nodesOf = (node: OrderNode, name: FieldOf): readonly OrderNode[] =>
  listOf(node, name).filter(isNode)

export const textsOf = (node: OrderNode, name: FieldOf): readonly string[] =>
  listOf(node, name).filter((value) => typeof value === 'string')

export const valueAt = (node: unknown, path: JsonPath): unknown => {
  const [first, ...rest] = path
  if (first === undefined) return node
  if (Array.isArray(node)) return valueAt(node[Number(first)], rest)
  return isNode(node) ? valueAt(node[first], rest) : undefined
}

/** `node` with `value` at the path; undefined removes the field or the list entry. */
export const withValue = (node: unknown, path: JsonPath, value: unknown): unknown => {
  const [first, ...rest] = path
  if (first === undefined) return value
  if (typeof first === 'number') {
    const list: unknown[] = Array.isArray(node) ? [...(node as readonly unknown[])] : []
    const next = withValue(list[first], rest, value)
    if (next === undefined) list.splice(first, 1)
    else list[first] = next
    return list
  }
  const fields = isNode(node) ? node : {}
  const next = withValue(fields[first], rest, value)
  if (next !== undefined) return { ...fields, [first]: next }
  const { [first]: _gone, ...others } = fields
  return others
}

/** Such as `orderList[2].assets[0].products`, the notation of the platform's error messages. */
export const writePath = (path: JsonPath): string =>
  path.reduce<string>((written, part) => {
    if (typeof part === 'number') return `${written}[${String(part)}]`
    return written === '' ? part : `${written}.${part}`
  }, '')

export const samePath = (a: JsonPath, b: JsonPath): boolean =>
  a.length === b.length && a.every((part, at) => part === b[at])
