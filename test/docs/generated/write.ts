import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedPages, regenerated } from './pages'

/** Rewrites the generated parts of docs/ and returns the changed pages. */
export const writeGeneratedPages = async (root: string): Promise<string[]> => {
  const changed: string[] = []
  for (const path of Object.keys(generatedPages)) {
    const text = await regenerated(root, path)
    if (text === readFileSync(join(root, path), 'utf8')) continue
    writeFileSync(join(root, path), text)
    changed.push(path)
  }
  return changed
}
