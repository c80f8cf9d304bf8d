import type { Draw } from './draw'

/** Unexpected values in a profile's JSON. */
const strange: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  65_536,
  4097,
  '',
  ' ',
  '0x',
  '0xZZ',
  '8000000017',
  '4c 4',
  '\u0000\ufeff\u202e',
  '锁'.repeat(60),
  'a'.repeat(10_000),
  [],
  [1],
  [5, 5],
  [9, 1],
  {},
  { kind: 'sum8' },
  { __proto__: null, constructor: 1 },
]

/** Common regular expressions, and ones that cause catastrophic backtracking. */
const patterns = [
  'Dongle',
  '^Dongle$',
  '^Lock .* v\\d+$',
  'D|L',
  '(a+)+$',
  '^(a|a)*b$',
  '(.*)*x',
  '(x+x+)+y',
  '(?=(a+))a*b\\1',
  '([a-z]+)*\\d',
  '(',
  '[',
  '\\p{Script=Han}+',
  'a{1,9999}',
]

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
export const vendors = [0x1209, 0x0529, 0x1bc0]
export const products = [1, 2, 3]
const widest = { ascii: 64, bcd: 10, 'uint-le': 8, 'uint-be': 8 } as const
const usualLength = {
  ascii: [10, 10, 12],
  bcd: [5, 5, 4],
  'uint-le': [8, 5, 4],
  'uint-be': [8, 5, 4],
} as const

const idText = (draw: Draw, id: number) =>
  draw.chance(0.5) ? id : `0x${id.toString(16).padStart(draw.between(1, 4), '0')}`

const drawExtract = (draw: Draw) => {
  const as = draw.one(['ascii', 'bcd', 'uint-le', 'uint-be'] as const)
  const length = draw.chance(0.7) ? draw.one(usualLength[as]) : draw.between(1, widest[as])
  return {
    offset: draw.between(0, draw.chance(0.9) ? 24 : 100),
    length,
    as,
    ...(draw.chance(0.25) ? { prefix: draw.one(['', '8', '80', '6000', '80000000', '600000000']) } : {}),
  }
}

const drawCheck = (draw: Draw) => {
  const kind = draw.one(['none', 'sum8', 'xor8', 'crc16-modbus'] as const)
  if (kind === 'none') return { kind }
  const from = draw.between(0, 4)
  const to = from + draw.between(1, 30)
  return { kind, over: [from, to], at: draw.chance(0.7) ? to : draw.between(0, 70) }
}

const drawRead = (draw: Draw) => {
  const by = draw.one(['exchange', 'exchange', 'feature', 'serial'] as const)
  const length = draw.chance(0.8) ? 64 : draw.between(1, 100)
  const asks = by === 'exchange' || draw.chance(0.4)
  const echoes = asks && length >= 8 && draw.chance(0.2)
  return {
    by,
    ...(draw.chance(0.3) ? { reportId: draw.below(256) } : {}),
    length,
    ...(asks ? { request: hex(draw.bytes(draw.between(0, Math.min(8, length)))) } : {}),
    answer: {
      ...(draw.chance(0.4) ? { startsWith: hex(draw.bytes(draw.between(0, 3))) } : {}),
      ...(echoes ? { echoes: [draw.between(0, length - 4), draw.between(1, 4)] } : {}),
    },
    timeoutMs: draw.between(20, 100),
  }
}

/** A profile that fits the schema. */
export const drawProfile = (draw: Draw): Record<string, unknown> => {
  const read = drawRead(draw)
  const hasPlace = read.by !== 'serial' || draw.chance(0.4)
  return {
    id: `p-${draw.below(1000)}`,
    name: { en: 'Drawn', zh: '抽样' },
    match: {
      vendorId: idText(draw, draw.one(vendors)),
      productId: idText(draw, draw.one(products)),
      ...(draw.chance(0.2) ? { usagePage: draw.one([0xff00, 0xffa0, 1]) } : {}),
      ...(draw.chance(0.1) ? { usage: draw.between(0, 2) } : {}),
      ...(draw.chance(0.1) ? { interface: draw.between(0, 2) } : {}),
      ...(draw.chance(0.1) ? { product: draw.one(patterns) } : {}),
    },
    read,
    ...(hasPlace ? { extract: drawExtract(draw), check: drawCheck(draw) } : {}),
  }
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Replaces, removes or adds a field. */
const spoil = (draw: Draw, profile: Record<string, unknown>): void => {
  let tree = profile
  for (;;) {
    const key = draw.one(Object.keys(tree))
    const inside = tree[key]
    if (isTree(inside) && Object.keys(inside).length > 0 && draw.chance(0.7)) {
      tree = inside
      continue
    }
    const what = draw.below(3)
    if (what === 0) Reflect.deleteProperty(tree, key)
    else if (what === 1) tree[key] = draw.one(strange)
    else tree[draw.one(['extra', 'usagepage', '__proto__', 'a.b', ''])] = draw.one(strange)
    return
  }
}

const spoilText = (draw: Draw, text: string): string => {
  const at = draw.below(text.length)
  const put = draw.one([
    '',
    ',',
    '"',
    '}',
    '[',
    '\\',
    '\u0000',
    '\ufeff',
    'e',
    '{'.repeat(300),
    '9'.repeat(400),
  ])
  return text.slice(0, at) + put + text.slice(at + draw.below(5))
}

/** A profile file's text: mostly valid, otherwise with mistakes, no profile or no JSON. */
export const drawProfileText = (draw: Draw): string => {
  const profile = drawProfile(draw)
  const kind = draw.below(100)
  if (kind >= 72 && kind < 92) spoil(draw, profile)
  const text = JSON.stringify(profile, null, draw.below(3))
  if (kind < 92) return text
  return draw.chance(0.8) ? spoilText(draw, text) : draw.one(['', 'null', '[]', '1', '"x"', '{'.repeat(9000)])
}
