/**
 * @param {boolean} holds
 * @param {string} otherwise
 * @returns {asserts holds}
 */
export function assert(holds, otherwise) {
  if (!holds) throw new Error(otherwise)
}
