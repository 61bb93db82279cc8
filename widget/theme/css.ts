/** Marks a text as a style sheet, for editors and for the build. */
export const css = ({ raw }: TemplateStringsArray) => raw[0] ?? ''
