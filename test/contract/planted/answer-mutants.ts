import { operations } from '#shared/operations'
import type { Answer } from '../conformance/call'
import { dataOf } from '../conformance/resources'
import { isList } from '../conformance/types'
import type { Mutant, Sample } from './mutant'
import { inAnswers, isRefusal, isSuccess, withJson } from './mutant'
import { absent, anotherType, anotherValue, changeAt, placesIn, valuesAt, wayText } from './places'
import type { Place } from './places'

const withoutField = (answer: Answer, name: 'code' | 'message' | 'cause' | 'data'): Answer => {
  const { [name]: _gone, ...json } = answer.json ?? {}
  return { ...answer, json }
}

const inData = (way: Place['way'], change: (found: unknown) => unknown) =>
  inAnswers((answer) => {
    const data = answer.json?.data
    if (data === undefined) return answer
    const changed = changeAt(data, way, change)
    return changed === data ? answer : withJson(answer, { data: changed })
  })

/** Each field of each resource: missing, of another type, null, with another value. */
const fieldMutants = ({ operation, exchanges }: Sample): Mutant[] => {
  const datas = exchanges.map(({ answer }) => answer.json?.data).filter((data) => data !== undefined)
  return placesIn(dataOf[operation]).flatMap(({ way, type }): Mutant[] => {
    const values = datas.flatMap((data) => valuesAt(data, way))
    if (values.length === 0 || way.length === 0) return []
    const isItem = way.at(-1) === '[]'
    const mutant = (kind: string, change: (found: unknown) => unknown): Mutant => ({
      operation,
      kind,
      where: wayText(way),
      plant: inData(way, change),
    })
    // A structure that the API does not describe may have any content.
    const list = type === 'undocumented' ? [] : [mutant('field of another type', anotherType)]
    if (!isItem) list.push(mutant('field missing', () => absent))
    if (type !== 'undocumented' && values.some((value) => value !== null))
      list.push(mutant('field null', () => null))
    const isPlain = values.some((value) => ['string', 'number', 'boolean'].includes(typeof value))
    if (isPlain) {
      const isMoment = /Time$|Date$/.test(way.at(-1) ?? '')
      list.push(
        mutant('field of another value', (found) =>
          isMoment && typeof found === 'number' ? 12_345 : anotherValue(found),
        ),
      )
    }
    return list
  })
}

const madeUp = (row: unknown): unknown => {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return anotherValue(row)
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' ? anotherValue(value) : value,
    ]),
  )
}

const ordered = new Set<string>(['order.lockAssets', 'order.unlockAssets', 'order.allocateShellNumbers'])

/** Each list: rows missing, duplicated, invented; empty, null, or not a list. */
const rowMutants = ({ operation, exchanges }: Sample): Mutant[] => {
  const datas = exchanges.map(({ answer }) => answer.json?.data).filter((data) => data !== undefined)
  return placesIn(dataOf[operation]).flatMap(({ way, type }): Mutant[] => {
    if (!isList(type)) return []
    const lists = datas.flatMap((data) => valuesAt(data, way)).filter((list) => Array.isArray(list))
    const example: unknown = lists.flat()[0]
    if (lists.length === 0) return []
    const mutant = (kind: string, change: (list: unknown[]) => unknown): Mutant => ({
      operation,
      kind,
      where: wayText(way),
      plant: inData(way, (found) => (Array.isArray(found) ? change(found as unknown[]) : found)),
    })
    const filled = (change: (list: unknown[]) => unknown) => (list: unknown[]) =>
      list.length === 0 ? list : change(list)
    const always = [
      mutant('null in place of a list', () => null),
      mutant('object in place of a list', () => ({})),
    ]
    if (example === undefined) return always
    return [
      ...always,
      mutant(
        'first row missing',
        filled((list) => list.slice(1)),
      ),
      mutant(
        'last row missing',
        filled((list) => list.slice(0, -1)),
      ),
      mutant(
        'row twice',
        filled((list) => [...list, list[0]]),
      ),
      mutant('made-up row', (list) => [...list, madeUp(list[0] ?? example)]),
      mutant(
        'no rows',
        filled(() => []),
      ),
      ...(ordered.has(operation)
        ? [mutant('rows in another order', (list) => (list.length < 2 ? list : list.toReversed()))]
        : []),
    ]
  })
}

/** The envelope of a success and of a failure, sections 1 and 7. */
const envelopeMutants = ({ operation }: Sample): Mutant[] => {
  const hasData = dataOf[operation] !== 'nothing'
  const onSuccess = (where: string, change: (answer: Answer) => Answer): Mutant => ({
    operation,
    kind: 'envelope of a success',
    where,
    plant: inAnswers((answer) => (isSuccess(answer) ? change(answer) : answer)),
  })
  const onRefusal = (where: string, change: (answer: Answer) => Answer): Mutant => ({
    operation,
    kind: 'envelope of a failure',
    where,
    plant: inAnswers((answer) => (isRefusal(answer) ? change(answer) : answer)),
  })
  return [
    onSuccess('HTTP 299', (answer) => ({ ...answer, status: 299 })),
    onSuccess('HTTP 201', (answer) => ({ ...answer, status: 201 })),
    onSuccess('HTTP 500', (answer) => ({ ...answer, status: 500 })),
    onSuccess('code as text', (answer) => withJson(answer, { code: '0' })),
    onSuccess('code 200', (answer) => withJson(answer, { code: 200 })),
    onSuccess('no code', (answer) => withoutField(answer, 'code')),
    onSuccess('message “ok”', (answer) => withJson(answer, { message: 'ok' })),
    onSuccess('no message', (answer) => withoutField(answer, 'message')),
    onSuccess('not JSON', (answer) => ({ ...answer, json: undefined })),
    onSuccess('content type text/html', (answer) => ({ ...answer, contentType: 'text/html' })),
    onSuccess('refused with 500', (answer) => ({
      ...answer,
      status: 299,
      json: { code: '500', message: 'x', cause: '' },
    })),
    hasData
      ? onSuccess('no data', (answer) => withoutField(answer, 'data'))
      : onSuccess('data where none is expected', (answer) => withJson(answer, { data: {} })),
    onRefusal('HTTP 200', (answer) => ({ ...answer, status: 200 })),
    onRefusal('HTTP 400', (answer) => ({ ...answer, status: 400 })),
    onRefusal('code as a number', (answer) => withJson(answer, { code: Number(answer.json?.code) })),
    onRefusal('no message', (answer) => withoutField(answer, 'message')),
    onRefusal('no cause', (answer) => withoutField(answer, 'cause')),
    onRefusal('cause null', (answer) => withJson(answer, { cause: null })),
    onRefusal('not JSON', (answer) => ({ ...answer, json: undefined })),
  ]
}

const emptyData = (sample: Sample): unknown => {
  const success = sample.exchanges.find(({ answer }) => isSuccess(answer))
  return success?.answer.json?.data
}

/** Each observed business code: replaced by another, by the generic one, or by success. */
const codeMutants = (sample: Sample): Mutant[] => {
  const { operation, exchanges } = sample
  const codes = new Set(
    exchanges.filter(({ answer }) => isRefusal(answer)).map(({ answer }) => String(answer.json?.code)),
  )
  const known: readonly string[] = operations[operation].codes
  // 404 is not a business code: the envelope of an unknown path carries it.
  codes.delete('404')
  return [...codes].flatMap((code) => {
    const others = known.filter((one) => one !== code && one !== '500')
    const next = others[(known.indexOf(code) + others.length) % others.length] ?? '500'
    const mutant = (kind: string, change: (answer: Answer) => Answer): Mutant => ({
      operation,
      kind,
      where: code,
      plant: inAnswers((answer) => (answer.json?.code === code ? change(answer) : answer)),
    })
    const success = { code: 0, message: 'success', data: emptyData(sample) }
    return [
      mutant('another code', (answer) => withJson(answer, { code: next })),
      mutant('code 500 in its place', (answer) => withJson(answer, { code: '500' })),
      mutant('success in place of a refusal', (answer) => ({ ...answer, status: 200, json: success })),
    ]
  })
}

/** Status 1 for 4 and similar (section 2.1, lock operation result). */
const statusMutants = ({ operation }: Sample): Mutant[] => {
  if (operation !== 'order.lockAssets' && operation !== 'order.unlockAssets') return []
  const statuses = [1, 2, 3, 4]
  return statuses.flatMap((from) =>
    statuses
      .filter((to) => to !== from && from !== 3)
      .map((to) => ({
        operation,
        kind: 'status swapped',
        where: `${from} → ${to}`,
        plant: inData(['[]', 'status'], (found) => (found === from ? to : found)),
      })),
  )
}

export const answerMutants = (sample: Sample): Mutant[] => [
  ...envelopeMutants(sample),
  ...codeMutants(sample),
  ...fieldMutants(sample),
  ...rowMutants(sample),
  ...statusMutants(sample),
]
