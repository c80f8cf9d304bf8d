/**
 * The app's colors for both schemes. Text has a contrast of at least 4.5 : 1 on its background
 * (test/renderer/app/tokens).
 */
export interface Tokens {
  readonly ground: string
  readonly rail: string
  readonly surface: string
  readonly sunken: string
  readonly line: string
  readonly lineStrong: string
  readonly text: string
  readonly quiet: string
  readonly accent: string
  readonly accentStrong: string
  readonly accentSoft: string
  readonly onAccent: string
  readonly focus: string
  readonly danger: string
  /** The ground of buttons and bars of dangerous actions: saturated in both schemes. */
  readonly dangerFill: string
  readonly dangerFillStrong: string
  readonly dangerSoft: string
  readonly onDanger: string
  readonly training: string
  readonly trainingText: string
  readonly trainingSoft: string
  readonly enabled: string
  readonly enabledSoft: string
  readonly disabled: string
  readonly disabledSoft: string
  readonly lent: string
  readonly lentSoft: string
  readonly expired: string
  readonly expiredSoft: string
  readonly frozen: string
  readonly frozenSoft: string
  readonly unknown: string
  readonly unknownSoft: string
  readonly shadow: string
  readonly backdrop: string
}

export const light: Tokens = {
  ground: '#f3f5f5',
  rail: '#e9eeee',
  surface: '#ffffff',
  sunken: '#f3f6f6',
  line: '#dde4e4',
  lineStrong: '#bcc8c8',
  text: '#16201f',
  quiet: '#56646a',
  accent: '#0b6b66',
  accentStrong: '#075450',
  accentSoft: '#dceeec',
  onAccent: '#ffffff',
  focus: '#0b8078',
  danger: '#b3261e',
  dangerFill: '#b3261e',
  dangerFillStrong: '#8f1c16',
  dangerSoft: '#fcebe9',
  onDanger: '#ffffff',
  training: '#e5a50a',
  trainingText: '#6b4700',
  trainingSoft: '#fff3d1',
  enabled: '#176b3a',
  enabledSoft: '#e0f3e7',
  disabled: '#b3261e',
  disabledSoft: '#fce6e4',
  lent: '#1c5bb8',
  lentSoft: '#e3edfb',
  expired: '#855000',
  expiredSoft: '#fcefd6',
  frozen: '#465566',
  frozenSoft: '#e8edf2',
  unknown: '#6a3db8',
  unknownSoft: '#eee7fb',
  shadow: '0 1px 2px rgb(22 32 31 / 5%)',
  backdrop: 'rgb(16 26 26 / 38%)',
}

export const dark: Tokens = {
  ground: '#121718',
  rail: '#0d1112',
  surface: '#1b2223',
  sunken: '#161c1d',
  line: '#2b3537',
  lineStrong: '#465457',
  text: '#e5ecec',
  quiet: '#a2b0b3',
  accent: '#4dbdb2',
  accentStrong: '#72d2c8',
  accentSoft: '#143735',
  onAccent: '#06201e',
  focus: '#4dbdb2',
  danger: '#ff8f85',
  dangerFill: '#cc332b',
  dangerFillStrong: '#b3261e',
  dangerSoft: '#3b1c1a',
  onDanger: '#ffffff',
  training: '#d99a0b',
  trainingText: '#f5cb6a',
  trainingSoft: '#2e2408',
  enabled: '#74d399',
  enabledSoft: '#15311f',
  disabled: '#ff8f85',
  disabledSoft: '#3b1c1a',
  lent: '#8ab6ff',
  lentSoft: '#182a45',
  expired: '#f0be63',
  expiredSoft: '#352810',
  frozen: '#b0bfd0',
  frozenSoft: '#263039',
  unknown: '#c3a8fa',
  unknownSoft: '#2d2345',
  shadow: '0 1px 2px rgb(0 0 0 / 30%)',
  backdrop: 'rgb(0 0 0 / 58%)',
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Sets the colors as CSS variables: `--accent-soft` and so on. */
export const applyTokens = (root: HTMLElement, tokens: Tokens, scheme: 'light' | 'dark'): void => {
  for (const [name, value] of Object.entries(tokens))
    root.style.setProperty(`--${kebab(name)}`, String(value))
  root.style.colorScheme = scheme
  root.dataset.theme = scheme
}
