/** SPDX names of the licenses that bundled libraries may have. All of them allow redistribution. */
export const allowedLicenses = Object.freeze([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PostgreSQL',
  'Unlicense',
])

/**
 * Libraries inside binaries of other packages, which no package.json lists. libusb has the LGPL: it is in an
 * addon's own file, unpacked next to the app, and can be replaced.
 * @type {readonly { name: string, within: string, license: string, text: string }[]}
 */
export const embeddedLibraries = Object.freeze([
  { name: 'hidapi', within: 'node-hid', license: 'BSD-3-Clause', text: 'hidapi/LICENSE-bsd.txt' },
  { name: 'libusb', within: 'usb', license: 'LGPL-2.1-or-later', text: 'libusb/COPYING' },
])

/**
 * The license of a package.json as one SPDX expression.
 * @param {import('./packed-modules.mjs').Manifest} manifest
 */
export function licenseOf({ license, licenses }) {
  if (typeof license === 'string') return license
  const declared = license ? [license] : (licenses ?? [])
  return declared.length === 0 ? 'unknown' : declared.map(({ type }) => type ?? 'unknown').join(' OR ')
}

/**
 * Whether an expression allows a choice of allowed licenses only. “A OR B” needs one, “A AND B” both; no
 * library mixes them.
 * @param {string} expression
 */
export function isAllowed(expression) {
  const bare = expression.replaceAll(/[()]/g, '')
  const allowed = (/** @type {string} */ name) => allowedLicenses.includes(name.trim())
  if (bare.includes(' AND ')) return bare.split(' AND ').every(allowed)
  return bare.split(' OR ').some(allowed)
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const isc = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`

/** The texts of licenses that are the same for each package but for the name. @type {Readonly<Record<string, string>>} */
const texts = { MIT: mit, ISC: isc }

/**
 * The license text for a package that names one of these licenses without a license file; undefined for others.
 * @param {string} license
 * @param {string} holder
 */
export function licenseText(license, holder) {
  const text = texts[license]
  return text === undefined ? undefined : `Copyright (c) ${holder}\n\n${text}`
}
