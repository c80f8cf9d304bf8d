// Naive UI takes what goes on its inner <input> as Vue's typed attributes; the ones for tests are not among them.
declare module 'vue' {
  interface InputHTMLAttributes {
    'data-testid'?: string | undefined
  }
  interface TextareaHTMLAttributes {
    'data-testid'?: string | undefined
  }
}

export {}
