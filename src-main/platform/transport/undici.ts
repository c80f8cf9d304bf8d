import type * as Undici from 'undici'

let loading: Promise<typeof Undici> | null = null

/** Loaded at the first request instead of at the start, because loading blocks main for 40 ms. */
export const loadUndici = (): Promise<typeof Undici> => (loading ??= import('undici'))
