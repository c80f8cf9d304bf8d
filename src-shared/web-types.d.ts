// The parts of web standards used in shared code: Node and Chromium have them, but the ES library types do not.

declare class URL {
  constructor(url: string)
  static canParse(url: string): boolean
  readonly origin: string
  readonly pathname: string
}

declare class TextDecoder {
  constructor(encoding: string, options?: { readonly fatal?: boolean })
  decode(bytes: Uint8Array): string
}
