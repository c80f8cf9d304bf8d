/**
 * JSON.parse with an honest type: what it gives is unknown until the caller has said what it expects.
 * @param {string} text
 * @returns {unknown}
 * @throws {SyntaxError}
 */
export function parseJson(text) {
  return JSON.parse(text)
}
