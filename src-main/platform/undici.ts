import type * as Undici from 'undici'

let loading: Promise<typeof Undici> | null = null

/** Fetched at the first request, not at the start: with the parts of Node that it stands on it holds main for 40 ms. */
export const loadUndici = (): Promise<typeof Undici> => (loading ??= import('undici'))
