import { describe, expect, it } from 'vitest'
import { maxSetupBytes } from '#shared/model/app/setup-file'
import { readSetup } from '../../src-main/setup-file/read-setup'
import { processorMs } from '../support/processor-time'
import { bytesOf, sampleSetup } from './support/sample'

const problemOf = (bytes: Uint8Array) => {
  const read = readSetup(bytes)
  return read.ok ? null : read.error.problem
}
const changed = (change: (content: ReturnType<typeof sampleSetup>) => unknown) => {
  const content = sampleSetup()
  change(content)
  return problemOf(bytesOf(content))
}
const sampleText = JSON.stringify(sampleSetup(), null, 2)
const textProblem = (text: string) => problemOf(Buffer.from(text))

describe('a set-up file', () => {
  it('is read', () => expect(problemOf(bytesOf(sampleSetup()))).toBeNull())

  it('is refused above the limit of its size, and if it is no UTF-8', () => {
    expect(problemOf(new Uint8Array(maxSetupBytes + 1))?.code).toBe('too-large')
    expect(problemOf(Uint8Array.from([0x7b, 0xff, 0x7d]))?.code).toBe('not-utf8')
  })

  it.each([
    ['no bytes', []],
    ['blanks', [...Buffer.from(' \r\n')]],
    ['a byte order mark alone', [0xef, 0xbb, 0xbf]],
    ['blanks in UTF-16', [...Buffer.from('\ufeff\r\n', 'utf16le')]],
  ])('is refused as empty with %s', (_, bytes) => {
    expect(problemOf(Uint8Array.from(bytes))).toEqual({ code: 'empty', path: '', line: 1, column: 1 })
  })

  it('is refused with the place of a syntax error, of a deep value and of a repeated field', () => {
    expect(textProblem('{\n  "format": nope }')).toEqual({ code: 'not-json', path: '', line: 2, column: 13 })
    expect(textProblem(`{"settings": ${'['.repeat(30)}${']'.repeat(30)}}`)?.code).toBe('too-deep')
    expect(textProblem('{"format": 1,\n "\\u0066ormat": 2}')).toEqual({
      code: 'duplicate-key',
      path: '',
      line: 2,
      column: 2,
    })
    expect(textProblem(`{"operators": [${'0,'.repeat(400_000)}0]}`)?.code).toBe('too-many-values')
  })

  it.each([
    ['deep below long names', `{"${'k'.repeat(195)}":`.repeat(11) + `[${'{"a":1},'.repeat(50_000)}1]`],
    [
      'names of one length above 16,383',
      `{${Array.from({ length: 900 }, (_, n) => `"${String(n).padStart(17_000)}":1`).join()}}`,
    ],
    [
      'texts of one length above 16,383',
      JSON.stringify({
        ...sampleSetup(),
        operators: Array.from({ length: 900 }, (_, n) => String(n).padStart(17_000)),
      }),
    ],
    [
      'texts of one length below it',
      JSON.stringify({
        ...sampleSetup(),
        operators: Array.from({ length: 1_000 }, (_, n) => String(n).padStart(15_990)),
      }),
    ],
    ['unknown fields', `{${Array.from({ length: 290_000 }, (_, n) => `"${n}":1`).join()}}`],
  ])('is refused soon with %s', (_name, text) => {
    expect(text.length).toBeLessThan(maxSetupBytes)
    const from = processorMs()
    expect(textProblem(text)).not.toBeNull()
    expect(processorMs() - from).toBeLessThan(3_000)
  })

  it('is refused if it is another file, or of a newer version', () => {
    expect(textProblem('{}')?.code).toBe('not-a-setup-file')
    expect(textProblem('[]')?.code).toBe('not-a-setup-file')
    expect(textProblem('null')?.code).toBe('not-a-setup-file')
    expect(textProblem(sampleText.replace('"version": 1', '"version": 2'))).toMatchObject({
      code: 'newer-version',
      path: 'version',
      line: 3,
    })
  })

  it.each(['\u202e', '\u2066', '\u0000', '\u0085'])('is refused with the hidden character %j', (hidden) => {
    expect(changed(({ operators }) => operators.push(`a${hidden}b`))).toMatchObject({
      code: 'hidden-character',
      path: 'operators.2',
    })
    expect(
      changed((content) => Object.assign(content.data[0]!.views.assets![0]!.state.filter, { [hidden]: [] })),
    ).toMatchObject({ code: 'hidden-character' })
  })

  it.each<readonly [string, string, (content: ReturnType<typeof sampleSetup>) => unknown]>([
    ['unknown-field', 'platforms.0.secret', ({ platforms }) => Object.assign(platforms[0]!, { secret: 's' })],
    [
      'unknown-field',
      'settings.commandLineChanges',
      ({ settings }) => Object.assign(settings, { commandLineChanges: true }),
    ],
    ['unknown-field', 'extra', (content) => Object.assign(content, { extra: 1 })],
    ['missing', 'operators', (content) => Reflect.deleteProperty(content, 'operators')],
    ['wrong-type', 'operators', (content) => Object.assign(content, { operators: {} })],
    ['wrong-type', 'platforms.0.name', ({ platforms }) => Object.assign(platforms[0]!, { name: 5 })],
    ['too-long', 'operators.2', ({ operators }) => operators.push('x'.repeat(201))],
    [
      'too-long',
      'operators',
      (content) => Object.assign(content, { operators: Array.from({ length: 101 }, String) }),
    ],
    ['twice', 'operators', ({ operators }) => operators.push('Li Wei')],
    ['twice', 'data.0.enterprises', ({ data }) => data[0]!.enterprises.push(data[0]!.enterprises[0]!)],
    [
      'invalid-value',
      'platforms.0.baseUrl',
      ({ platforms }) => Object.assign(platforms[0]!, { baseUrl: 'https://a:b@c' }),
    ],
    ['invalid-value', 'settings.theme', ({ settings }) => Object.assign(settings, { theme: 'pink' })],
    [
      'slow-pattern',
      'profiles.0.match.product',
      ({ profiles }) => Object.assign(profiles[0]!.match, { product: '(a+)+$' }),
    ],
    ['invalid-value', 'profiles.0.id', ({ profiles }) => Object.assign(profiles[0]!, { id: '../../evil' })],
    ['invalid-value', 'operators.2', ({ operators }) => operators.push('two\nlines')],
  ])('is refused as %s at %s', (code, path, change) => {
    expect(changed(change)).toMatchObject({ code, path })
  })

  it('is refused with one byte cut off or changed to another structure, never read in part', () => {
    const bytes = bytesOf(sampleSetup())
    for (let length = 0; length < bytes.length; length += 7) {
      expect(problemOf(bytes.subarray(0, length))).not.toBeNull()
    }
  })
})
