import { rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { prepareStore } from './fill'
import { openEmbedded } from '../store/embedded'

/**
 * Packs an embedded store with the demo seed into `file`, which shortens a first start from several seconds to
 * one. Its dates are relative to a fixed day; opening the store shifts them (seed/fill.ts).
 */
export const makeTemplate = async (file: string): Promise<void> => {
  const store = await openEmbedded('memory://')
  await prepareStore(store.db, { seed: 'demo' })
  const packed = await store.pack()
  await store.close()
  const half = join(dirname(file), `.${basename(file)}.${process.pid}`)
  await writeFile(half, Buffer.from(await packed.arrayBuffer()))
  await rename(half, file)
}
