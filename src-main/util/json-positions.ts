import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import type { JSONPath, Node } from 'jsonc-parser'

export interface TextPosition {
  /** Line and column start at 1; a column is a UTF-16 unit, as in editors. */
  readonly line: number
  readonly column: number
}

/** Converts an offset to line and column. */
export const placeAt = (text: string, offset: number): TextPosition => {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Joins a path such as `read.answer.echoes.1`; the same for zod paths. */
export const pathName = (path: readonly PropertyKey[]): string => path.map(String).join('.')

const nodeAt = (root: Node | undefined, path: JSONPath): Node | undefined => {
  if (root === undefined || path.length === 0) return root
  return findNodeAtLocation(root, path) ?? nodeAt(root, path.slice(0, -1))
}

/**
 * Finds where values are in a text that is JSON within limits (`readUntrustedJson`). Only for a text with a problem: the
 * whole tree is built. A missing value has no position; its parent's is used.
 */
export const createPlaceFinder = (text: string): ((path: readonly PropertyKey[]) => TextPosition) => {
  const root = parseTree(text)
  return (path) => {
    const keys = path.filter((key) => typeof key !== 'symbol')
    return placeAt(text, nodeAt(root, keys)?.offset ?? 0)
  }
}
