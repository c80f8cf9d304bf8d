// For tools that read .ts files without .vue support (ESLint); vue-tsc reads the components themselves.
declare module '*.vue' {
  import type { DefineComponent } from 'vue'
  const component: DefineComponent
  export default component
}
