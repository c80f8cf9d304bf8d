/** The place where this system keeps a policy. */
export interface PolicySource {
  /** A path or registry key, for messages. */
  readonly name: string
  /**
   * The content before validation, or null without a policy. Throws if there is one that cannot be read, with the
   * reason in English.
   */
  readonly read: () => Promise<unknown>
}

/** Far more than a policy needs; limits what is read into memory at the start. */
export const maxPolicyBytes = 256 * 1024

/** Runs a program of the system and returns its output. Throws if it fails. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<Buffer>
