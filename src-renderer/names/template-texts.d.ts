/** What `scripts/lint/check-interpolations.cjs` passes every `{{ }}` to; never called. */
declare function shownInTemplate(text: string | number | boolean | null | undefined): void
