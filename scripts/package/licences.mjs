/** Licences under which a library may be part of the app, by their SPDX names. All of them let it be passed on as it is. */
export const allowedLicences = Object.freeze([
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
 * Libraries inside the shipped binaries of others, which no package.json names. libusb is under the LGPL: it lies in
 * an addon's file of its own, unpacked beside the app, where anybody can put another in its place.
 * @type {readonly { name: string, within: string, licence: string, text: string }[]}
 */
export const insideBinaries = Object.freeze([
  { name: 'hidapi', within: 'node-hid', licence: 'BSD-3-Clause', text: 'hidapi/LICENSE-bsd.txt' },
  { name: 'libusb', within: 'usb', licence: 'LGPL-2.1-or-later', text: 'libusb/COPYING' },
])

/**
 * What a package.json says of its licence, in one SPDX expression.
 * @param {import('./packed-modules.mjs').Manifest} manifest
 */
export function licenceOf({ license, licenses }) {
  if (typeof license === 'string') return license
  const named = license ? [license] : (licenses ?? [])
  return named.length === 0 ? 'unknown' : named.map(({ type }) => type ?? 'unknown').join(' OR ')
}

/**
 * Whether an expression lets us choose only allowed ones. Of “A OR B” one suffices, of “A AND B” it takes both;
 * nothing in use mixes them.
 * @param {string} expression
 */
export function isAllowed(expression) {
  const bare = expression.replaceAll(/[()]/g, '')
  const allowed = (/** @type {string} */ name) => allowedLicences.includes(name.trim())
  if (bare.includes(' AND ')) return bare.split(' AND ').every(allowed)
  return bare.split(' OR ').some(allowed)
}

/**
 * The licence's text where a package names MIT and has no file with it.
 * @param {string} holder
 */
export function mitText(holder) {
  return `Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
}
