/** Rows of a layout: characters without and with Shift, and with AltGr where there are any; in the order of `codes`. */
interface Rows {
  readonly plain: string
  readonly shift: string
  readonly altGr?: Readonly<Record<string, string>>
}

const codes = [
  ...['Digit1', 'Digit2', 'Digit3', 'Digit4', 'Digit5', 'Digit6', 'Digit7', 'Digit8', 'Digit9', 'Digit0'],
  ...['Minus', 'Equal'],
  ...Array.from('QWERTYUIOP', (letter) => `Key${letter}`),
  ...['BracketLeft', 'BracketRight'],
  ...Array.from('ASDFGHJKL', (letter) => `Key${letter}`),
  ...['Semicolon', 'Quote', 'Backslash'],
  ...Array.from('ZXCVBNM', (letter) => `Key${letter}`),
  ...['Comma', 'Period', 'Slash', 'Space', 'Backquote'],
]

const layouts = {
  us: {
    plain: `1234567890-=qwertyuiop[]asdfghjkl;'\\zxcvbnm,./ \``,
    shift: `!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"|ZXCVBNM<>? ~`,
  },
  fr: {
    plain: `&é"'(-è_çà)=azertyuiop†$qsdfghjklmù*wxcvbn,;:! ²`,
    shift: `1234567890°+AZERTYUIOP†£QSDFGHJKLM%µWXCVBN?./§ †`,
    altGr: { Digit5: '[', Minus: ']' },
  },
  de: {
    plain: `1234567890ß†qwertzuiopü+asdfghjklöä#yxcvbnm,.- †`,
    shift: `!"§$%&/()=?†QWERTZUIOPÜ*ASDFGHJKLÖÄ'YXCVBNM;:_ °`,
    altGr: { Digit8: '[', Digit9: ']' },
  },
  dvorak: {
    plain: `1234567890[]',.pyfgcrl/=aoeuidhtns-\\;qjkxbmwvz \``,
    shift: `!@#$%^&*(){}"<>PYFGCRL?+AOEUIDHTNS_|:QJKXBMWVZ ~`,
  },
  hungarian: {
    plain: `123456789öüóqwertzuiopőúasdfghjkléáűyxcvbnm,.- 0`,
    shift: `'"+!%/=()ÖÜÓQWERTZUIOPŐÚASDFGHJKLÉÁŰYXCVBNM?:_ §`,
  },
} as const satisfies Record<string, Rows>

export type Layout = keyof typeof layouts

/** The keyboard event fields of one press. */
export interface LayoutKey {
  readonly code: string
  readonly key: string
  readonly shiftKey: boolean
  readonly isAltGr: boolean
}

const pressFor = (character: string, scanner: Layout): Omit<LayoutKey, 'key'> => {
  const { plain, shift, altGr = {} } = layouts[scanner] as Rows
  const at = Array.from(plain).indexOf(character)
  const atShift = Array.from(shift).indexOf(character)
  const third = Object.entries(altGr).find(([, one]) => one === character)
  const code = codes[at === -1 ? atShift : at] ?? third?.[0]
  if (code === undefined) throw new Error(`The layout ${scanner} has no ${character}`)
  return { code, shiftKey: at === -1 && atShift !== -1, isAltGr: at === -1 && atShift === -1 }
}

/** On a French computer Caps Lock is a lock of Shift; elsewhere it changes letters only. */
const isShifted = (host: Layout, { code, shiftKey }: Omit<LayoutKey, 'key'>, capsLock: boolean): boolean =>
  capsLock && (host === 'fr' || code.startsWith('Key')) ? !shiftKey : shiftKey

/** What a computer with the layout `host` gets of a scanner that is set to the layout `scanner`. */
export const keysOfLayout = (
  text: string,
  scanner: Layout,
  host: Layout,
  { capsLock = false } = {},
): LayoutKey[] =>
  Array.from(text, (character) => {
    const press = pressFor(character, scanner)
    const { plain, shift, altGr = {} } = layouts[host] as Rows
    const row = Array.from(isShifted(host, press, capsLock) ? shift : plain)
    const key = press.isAltGr ? altGr[press.code] : row[codes.indexOf(press.code)]
    return { ...press, key: key === '†' ? 'Dead' : (key ?? 'Unidentified') }
  })
