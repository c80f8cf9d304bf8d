import { test } from 'node:test'

/** Prevents hanging; a guest on a busy computer is slow. */
const limitMs = 60_000

export const usbTest = (name: string, play: () => Promise<void>): void =>
  void test(name, { timeout: limitMs }, play)

/** For tests that start whole programs, which takes minutes even on an idle computer. */
export const longTest = (name: string, play: () => Promise<void>): void =>
  void test(name, { timeout: 15 * limitMs }, play)
