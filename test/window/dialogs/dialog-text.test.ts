import { describe, expect, it, vi } from 'vitest'
import { confirm } from '../../../src-main/window/dialogs/ask'
import type { AskDeps } from '../../../src-main/window/dialogs/ask'
import { confirmTrust } from '../../../src-main/window/dialogs/confirm-keys'
import { confirmAddress } from '../../../src-main/window/dialogs/confirm-address'
import {
  addressText,
  bytesText,
  idText,
  quoted,
  quotedFile,
  systemText,
  text,
  wordsText,
} from '../../../src-main/window/dialogs/dialog-text'

/** Values that try to leave their place: each with what it tries. */
const hostile = {
  'a line break': 'Office\nThe words are the same.',
  'line breaks of other systems': 'Office\r\n\u2028\u2029\u0085\u000b\u000cNothing is sent.',
  'the end of the quotation': 'Office”. Trusted already. “',
  'a quotation mark of another script': 'Office״ ″ 〞 ＂ ❞ » 」 ｣ 』 ˮ ʺ trusted',
  'two apostrophes': "Office'' ’’ ′′ ‘’ trusted",
  'a bidi override': 'Office\u202egnitsurt\u202c',
  'a bidi isolate left open': 'Office\u2066\u2067\u2068',
  'zero-width characters': 'Off\u200bice\u200d\u2060\ufeff\u00ad\u{e0041}',
  'characters without a shape': 'Office\u3164\uffa0\u115f\u2800\u034f\u180e\ufe0f',
  'a long value': 'x'.repeat(10_000),
  'a long value of invisible characters': `${'\u200b'.repeat(5_000)}Office`,
  'much space': `Office${' \u00a0\u3000\u2003'.repeat(200)}trusted`,
  'stacked marks': `e${'\u0301'.repeat(500)}`,
  controls: 'Office\u0000\u0007\u001b[2K\u009b',
}

const isOneQuotation = (shown: string): void => {
  expect(shown).toMatch(/^“[^“”"״″〞＂❞»」｣』ˮʺ]*”$/u)
  expect(shown).not.toMatch(/[\n\r\u2028\u2029\u0085\u202a-\u202e\u2066\u2067]/u)
  expect(shown).not.toMatch(/[\p{Cc}\u200b-\u200d\u2060\ufeff\u3164\uffa0\u115f\u2800\u{e0041}]/u)
  expect(shown).not.toMatch(/''|’’|′′|‘’| {2}|\u00a0|\u3000|\p{M}{3}/u)
  expect(shown.length).toBeLessThan(70)
  // An isolate that is opened is closed.
  expect(shown.split('\u2068').length).toBe(shown.split('\u2069').length)
}

describe('a value in a system dialog', () => {
  it.each(Object.entries(hostile))('stays one quotation: %s', (_name, value) => {
    isOneQuotation(quoted(value))
    isOneQuotation(idText(value))
    isOneQuotation(wordsText([value], text` `))
    isOneQuotation(bytesText(value))
    expect(quotedFile(value).length).toBeLessThan(130)
    expect(systemText(value)).not.toMatch(/[\u202e\u200b\u3164]|[^\P{Cc}\n]/u)
    // A part that an address may have is encoded.
    expect(addressText(`https://a.example/${value}`)).toMatch(/^(?:https:\/\/a\.example\/[!-~]+|“[^“”]*”)$/u)
  })

  it('is a number or an ID without quotation marks only if it cannot be anything else', () => {
    expect(idText('LD8000000017')).toBe('LD8000000017')
    expect(idText('uri:7')).toBe('uri:7')
    for (const forged of ['1, 500 assets', '1：2', '1；', 'Ａ１', '1·2', '1∕2', '一', '1 of customer X', ''])
      expect(idText(forged)).toBe(`“${forged}”`)
  })

  it('is the complete address, in ASCII', () => {
    const long = `https://platform.example.${'a'.repeat(60)}.${'b'.repeat(60)}.evil.example`
    expect(addressText(long)).toBe(long)
    expect(addressText('https://platform．example')).toBe('https://platform.example')
    // A slash that only looks like one, and a Cyrillic letter.
    expect(addressText('https://platform.example∕.evil.example')).toBe(
      'https://platform.xn--example-if0d.evil.example',
    )
    expect(addressText('https://plаtform.example')).toMatch(/^https:\/\/xn--/)
    expect(addressText('no address\nat all')).toBe('“no address at all”')
    expect(addressText('https://user:secret@a.example/p?q#h')).toBe('https://a.example/p')
  })

  it('keeps a name as it is', () => {
    for (const name of ['Li Wei', '李伟（北京）', 'O’Brien', 'Müller & Söhne', '《设计》'])
      expect(quoted(name)).toBe(`“${name}”`)
    expect(quoted('שלום 17')).toBe('“\u2068שלום 17\u2069”')
    expect(quoted('x'.repeat(61))).toBe(`“${'x'.repeat(60)}…”`)
  })
})

const depsOf = (language: 'en' | 'zh') => {
  const showMessageBox = vi.fn((_options: { readonly message: string; readonly detail: string }) =>
    Promise.resolve({ response: 0, checkboxChecked: false }),
  )
  const deps: AskDeps = {
    dialog: { showMessageBox } as never,
    window: () => null,
    language: () => language,
  }
  return { deps, shown: () => showMessageBox.mock.calls[0]?.[0] ?? { message: '', detail: '' } }
}

describe('a system dialog', () => {
  it('takes no plain string as its text', async () => {
    const { deps } = depsOf('en')
    const name = ['Office'].join()
    await confirm(deps, {
      type: 'info',
      // @ts-expect-error -- a plain string
      message: name,
      // @ts-expect-error -- a plain string
      detail: `Trust ${name}?`,
      yes: text`Yes`,
      no: text`No`,
    })
    // @ts-expect-error -- a plain string in a template
    expect(text`Trust ${name}?`).toBe('Trust Office?')
  })

  it.each(Object.entries(hostile))(
    'that gives trust has the same lines for any name: %s',
    async (_, name) => {
      const key = { en: ['capable', 'various'], zh: ['规', '慰'] }
      for (const language of ['en', 'zh'] as const) {
        const plain = depsOf(language)
        await confirmTrust(plain.deps)({ name: 'Office', words: key })
        const forged = depsOf(language)
        await confirmTrust(forged.deps)({ name, words: key })
        expect(forged.shown().detail).toBe(plain.shown().detail)
        expect(plain.shown().detail).toMatch(/capable {2}various/)
        isOneQuotation(/“.*”/su.exec(forged.shown().message)?.[0] ?? '')
        const rest = forged.shown().message.replace(/“.*”/su, '“Office”')
        expect(rest).toBe(plain.shown().message)
      }
    },
  )

  it('about addresses has one line for each', async () => {
    const { deps, shown } = depsOf('en')
    await confirmAddress(deps)(['https://a.example', 'https://b.example\nhttps://c.example'])
    expect(shown().detail.split('\n')).toHaveLength(4)
  })
})
