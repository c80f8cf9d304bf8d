import { createHash } from 'node:crypto'
import { readFileSync, statfsSync } from 'node:fs'
import { hostname } from 'node:os'

/** File systems that several computers can mount: NFS, SMB (two), CIFS, AFS, Ceph, 9P, FUSE (sshfs and others). */
const sharedTypes: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xfe53_4d42, 0xff53_4d42, 0x5346_414f, 0x00c3_6400, 0x0102_1997, 0x6573_5546,
])

export interface Computer {
  /** Tells computers apart; the part before `~` is the host name. */
  readonly name: string
  /** Whether other computers may use the same folder. */
  isShared(folder: string): boolean
}

const machineId = (): string => {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim()
  } catch {
    return ''
  }
}

export const thisComputer = (): Computer => {
  const digest = createHash('sha256')
    .update(JSON.stringify([hostname(), machineId()]))
    .digest('hex')
  const host = hostname()
    .replace(/[^A-Za-z0-9.-]/g, '_')
    .slice(0, 40)
  return {
    name: `${host}~${digest.slice(0, 8)}`,
    isShared: (folder) => sharedTypes.has(statfsSync(folder).type >>> 0),
  }
}
