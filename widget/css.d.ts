/** A style sheet as Vite gives it to a script: one text, in the build without comments and white space. */
declare module '*.css?inline' {
  const text: string
  export default text
}
