import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generatedFile, generatedFiles, generatedPages, regenerated } from './pages'

/** Rewrites the generated parts of docs/ and the generated files, and returns what changed. */
export const writeGeneratedPages = async (root: string): Promise<string[]> => {
  const changed: string[] = []
  for (const path of Object.keys(generatedPages)) {
    const text = await regenerated(root, path)
    if (text === readFileSync(join(root, path), 'utf8')) continue
    writeFileSync(join(root, path), text)
    changed.push(path)
  }
  for (const path of generatedFiles) {
    const file = join(root, path)
    const text = await generatedFile(root, path)
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    changed.push(path)
  }
  return changed
}
