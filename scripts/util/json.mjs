/**
 * JSON.parse that returns unknown instead of any, so that the caller must state the expected type.
 * @param {string} text
 * @returns {unknown}
 * @throws {SyntaxError}
 */
export function parseJson(text) {
  return JSON.parse(text)
}
