import type { AttachedDevice } from '#shared/model/locks/attached-device'
import { usbId } from '#shared/usb-id'
import { prefixedHexId } from './device-texts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Tree = Readonly<Record<string, Json>>

const isTree = (value: Json | undefined): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The profile's text as an object; null while it is not valid JSON. */
export const readDraft = (text: string): Tree | null => {
  try {
    const value = JSON.parse(text) as Json
    return isTree(value) ? value : null
  } catch {
    return null
  }
}

export const writeDraft = (draft: Tree): string => `${JSON.stringify(draft, null, 2)}\n`

/** The value at a path such as `read.answer.startsWith` or `check.over.1`; undefined if there is none. */
export const valueAt = (draft: Json | undefined, path: string): Json | undefined =>
  path.split('.').reduce<Json | undefined>((inside, key) => {
    if (Array.isArray(inside)) return (inside as readonly Json[])[Number(key)]
    return isTree(inside) ? inside[key] : undefined
  }, draft)

const isIndex = (key: string | undefined): boolean => key !== undefined && /^\d+$/.test(key)

const put = (inside: Json | undefined, [key, ...rest]: readonly string[], value: Json | undefined): Json => {
  if (key === undefined) return value ?? null
  if (isIndex(key)) {
    const items = Array.isArray(inside) ? [...(inside as readonly Json[])] : []
    items[Number(key)] = put(items[Number(key)], rest, value)
    return Array.from(items, (item: Json | undefined) => item ?? null)
  }
  const tree = isTree(inside) ? inside : {}
  if (rest.length === 0 && value === undefined) {
    return Object.fromEntries(Object.entries(tree).filter(([name]) => name !== key))
  }
  return { ...tree, [key]: put(tree[key], rest, value) }
}

const isEmptyValue = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.every((item: Json) => isEmptyValue(item))) ||
  (isTree(value) && Object.keys(value).length === 0)

/** Optional groups, removed when their last field is cleared. */
const optionalGroups = ['read.answer.echoes', 'read.answer', 'check.over', 'extract']

/** The draft with a new value at a path; undefined removes it, and an optional group with its last field. */
export const withValue = (draft: Tree, path: string, value: Json | undefined): Tree => {
  // A changed profile is no longer the one that was signed.
  const { signer: _signer, signature: _signature, ...unsigned } = draft
  let changed = put(unsigned, path.split('.'), value)
  for (const group of optionalGroups) {
    if (path.startsWith(`${group}.`) && isEmptyValue(valueAt(changed, group))) {
      changed = put(changed, group.split('.'), undefined)
    }
  }
  return isTree(changed) ? changed : draft
}

/** The typed text as a number if it is one; other text is kept, so that the check reports it. */
export const parseNumber = (typed: string): Json | undefined => {
  const plain = typed.trim()
  if (plain === '') return undefined
  return /^\d{1,9}$/.test(plain) ? Number(plain) : plain
}

export const emptyToUndefined = (typed: string): Json | undefined => (typed === '' ? undefined : typed)

/** A first draft for an unknown device: its USB IDs, and the digits in its serial number. */
export const newDraftFor = (device: AttachedDevice | null): string => {
  const facts = device?.facts
  const name = facts?.product ?? (facts === undefined ? 'My lock' : usbId(facts))
  const candidate = device?.reading?.state === 'failed' ? device.reading.candidate : null
  return writeDraft({
    id: facts === undefined ? 'my-lock' : `lock-${usbId(facts).replace(':', '-')}`,
    name: { en: name, zh: name },
    match: {
      vendorId: prefixedHexId(facts?.vendorId ?? 0),
      productId: prefixedHexId(facts?.productId ?? 0),
    },
    ...(candidate === null
      ? {
          read: { by: 'exchange', length: 64, request: '', timeoutMs: 1000 },
          extract: { offset: 0, length: 10, as: 'ascii' },
        }
      : { read: { by: 'serial' } }),
  })
}
