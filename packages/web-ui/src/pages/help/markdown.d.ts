declare module '*.md' {
  export const helpDocument: import('./document.js').HelpDocument;
}
