// Naive UI types the inner <input>'s attributes with Vue's types, which have no `data-testid`.
declare module 'vue' {
  interface InputHTMLAttributes {
    'data-testid'?: string | undefined
  }
  interface TextareaHTMLAttributes {
    'data-testid'?: string | undefined
  }
}

export {}
