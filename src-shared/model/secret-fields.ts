/**
 * Whether an order field is secret: the API's `passwords`, and custom fields of an imported order
 * (`licensePassword`, `adminSecret`). `passwordMobile` is a phone number and not secret.
 */
export const isSecretField = (name: string): boolean =>
  name !== 'passwordMobile' && /pass_?(?:word|wd|phrase|code)|pwd|secret|密码|口令/i.test(name)

/**
 * The placeholder for secrets that are not stored: their number, so that the page can show that they are
 * missing.
 */
export const countOfSecrets = (value: unknown): number => {
  if (Array.isArray(value)) return value.length
  return typeof value === 'number' ? value : 1
}
