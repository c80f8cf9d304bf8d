// Naive UI types the inner <input>'s attributes with Vue's types, which have no `data-testid`.
declare module 'vue' {
  // What a component passes on to its element takes text, so that no name is shown by it.
  interface ComponentCustomProps {
    title?: string | undefined
    'aria-label'?: string | undefined
    'aria-description'?: string | undefined
  }
  interface InputHTMLAttributes {
    'data-testid'?: string | undefined
  }
  interface TextareaHTMLAttributes {
    'data-testid'?: string | undefined
  }
}

export {}
