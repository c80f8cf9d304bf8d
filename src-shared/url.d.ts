/**
 * The part of the standard `URL` used in shared code: Node and Chromium have it, but the ES library types do
 * not.
 */
declare class URL {
  constructor(url: string)
  static canParse(url: string): boolean
  readonly origin: string
  readonly pathname: string
}
