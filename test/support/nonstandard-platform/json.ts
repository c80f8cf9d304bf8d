/** Digits that are written as a JSON number of any length. */
export class Exact {
  constructor(readonly digits: string) {}
}

export const writeJson = (value: unknown): string => {
  if (value instanceof Exact) return value.digits
  if (Array.isArray(value)) return `[${value.map((each) => writeJson(each ?? null)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, each]) => each !== undefined)
    return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${writeJson(each)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

/** Reads Longs beyond 2^53 as digits. */
export const readJson = (text: string): unknown =>
  JSON.parse(text.replace(/(":\s*)(\d{16,})(?=\s*[,}])/g, '$1"$2"')) as unknown

export type Body = Readonly<Record<string, unknown>>

export const textIn = (body: Body, name: string): string => {
  const value = body[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
export const listIn = (body: Body, name: string): Body[] => {
  const value = body[name]
  return Array.isArray(value) ? (value as Body[]) : []
}
export const textsIn = (body: Body, name: string): string[] => listIn(body, name).map(String)
/** null where it is absent, null or not a number. */
export const numberIn = (body: Body, name: string): number | null => {
  const value = body[name]
  return value === null || value === undefined || Number.isNaN(Number(value)) ? null : Number(value)
}
