import { z } from 'zod'
import { operations } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import { refusal, startPlatformDouble } from '../../support/platform-double'
import { payloads } from './payloads'

interface Shape {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}

/** Fields whose value controls the app; every other text is a payload. */
const steering: Readonly<Record<string, (row: number) => unknown>> = {
  enterpriseGlobalId: () => 'E1',
  id: (row) => `90071992547409${100 + row}`,
  assetId: (row) => `90071992547409${100 + row}`,
  assetNum: (row) => `LD80000000${10 + row}`,
  borrowedUsbKey: (row) => row % 5 === 0,
  keyShellNumber: (row) => `80000000${10 + row}`,
  globalId: (row) => `M${row}`,
  memberGlobalId: (row) => `M${row}`,
  assignMemberId: (row) => `M${row}`,
  assetNums: (row) => [`LD80000000${10 + row}`],
  deleted: () => false,
  totalPage: () => 1,
  pages: () => 1,
}

const answering = (shape: Shape, name: string, row: number, texts: readonly string[]): unknown => {
  const steered = steering[name]
  if (steered !== undefined) return steered(row)
  if (shape.anyOf !== undefined) return answering(shape.anyOf[0] ?? {}, name, row, texts)
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).map(([key, inner]) => [
          key,
          answering(inner, key, row, texts),
        ]),
      )
    case 'array':
      return texts.map((_text, at) => answering(shape.items ?? {}, '', row === 0 ? at : row, texts))
    case 'string':
      return texts[row % texts.length]
    case 'integer':
    case 'number':
      return texts.length
    case 'boolean':
      return false
    default:
      return texts[row % texts.length]
  }
}

const patterns = (Object.keys(operations) as OperationId[]).map((id) => ({
  id,
  method: operations[id].method,
  path: new RegExp(`^${operations[id].path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/**
 * A platform whose every text is a payload, built from the operations table: reads return one row each, changes
 * are refused with such messages.
 */
export const startHostilePlatform = (texts: readonly string[] = payloads) => {
  let refused = 0
  return startPlatformDouble(({ method, path }) => {
    const found = patterns.find((one) => one.method === method && one.path.test(path))
    if (found === undefined) return refusal('500', texts[0])
    const { data, changesState } = operations[found.id]
    if (changesState) {
      refused += 1
      return refusal('60010', texts[refused % texts.length])
    }
    const shape = z.toJSONSchema(data.documented, { unrepresentable: 'any', io: 'input' }) as Shape
    return { body: JSON.stringify({ code: 0, message: texts[1], data: answering(shape, '', 0, texts) }) }
  })
}

/**
 * A platform that leaks its input: reads return rows of plain words, refusals repeat headers and body of the
 * request in message and rows.
 */
export const startEchoingPlatform = (texts: readonly string[]) =>
  startPlatformDouble(({ method, path, headers, body }) => {
    const found = patterns.find((one) => one.method === method && one.path.test(path))
    if (found === undefined) return refusal('500', 'nothing here')
    const { data, changesState } = operations[found.id]
    const heard = `I heard ${JSON.stringify(headers)} ${body}`
    if (changesState) return refusal('60010', heard)
    const shape = z.toJSONSchema(data.documented, { unrepresentable: 'any', io: 'input' }) as Shape
    return { body: JSON.stringify({ code: 0, message: heard, data: answering(shape, '', 0, texts) }) }
  })
