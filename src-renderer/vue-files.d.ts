// For tools that read .ts files but not .vue files (ESLint); vue-tsc reads the components themselves.
declare module '*.vue' {
  import type { DefineComponent } from 'vue'
  const component: DefineComponent
  export default component
}
