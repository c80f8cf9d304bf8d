/**
 * @typedef {object} TourContext
 * @property {import('./environment.mjs').TourDriver} driver
 * @property {{ changed: string, lookedUp: string, unreadable: string }} locks
 * @property {number} seed
 * @property {string} baseUrl
 * @property {readonly string[]} enterprises
 *
 * @typedef {{ shownText: string, service?: unknown, pictures?: string[] }} Outcome
 * @typedef {{ name: string, run: (context: TourContext) => Promise<Outcome> }} Step
 */

export {}
