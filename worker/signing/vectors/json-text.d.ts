/** The test runner gives a file as text where its name ends so. */
declare module '*.json?raw' {
  const text: string
  export default text
}
