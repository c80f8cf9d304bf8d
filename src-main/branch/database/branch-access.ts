import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { limits } from './limits'

const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

/** A text without what could end a line, or hide a part of it. */
const plain = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u)

const isCertificate = (pem: string): boolean => {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}

/** How a desk reaches its branch. The password is apart from it once the desk has joined. */
export const branchAccessSchema = z.strictObject({
  branch: uuid,
  computer: z.strictObject({ id: uuid, name: plain(limits.nameLength) }),
  database: z.strictObject({
    host: plain(255),
    port: z.int().min(1).max(65_535),
    name: plain(63),
    role: plain(63),
  }),
  /** PEM; null on this computer only. */
  ca: z.string().max(15_000, { abort: true }).refine(isCertificate).nullable(),
})
export type BranchAccess = z.infer<typeof branchAccessSchema>
