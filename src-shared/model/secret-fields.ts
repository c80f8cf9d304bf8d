/**
 * Whether a field of an order holds a secret: `passwords` of the document, and what an imported order may have of its
 * own (`licensePassword`, `adminSecret`). `passwordMobile` is a telephone number.
 */
export const isSecretField = (name: string): boolean =>
  name !== 'passwordMobile' && /pass_?(?:word|wd|phrase|code)|pwd|secret|密码|口令/i.test(name)

/** What stands in a secret's place where it is not kept: how many there were, so that their absence shows. */
export const countOfSecrets = (value: unknown): number => {
  if (Array.isArray(value)) return value.length
  return typeof value === 'number' ? value : 1
}
