/** Paths that the app routes. The others are pages of the server, which the router leaves to the browser. */
export const OF_THE_APP = /^(?!\/?(?:[^?#]*\/)?(?:docs|live|login|logout|setup)(?:[/?#]|$))(?!.*\bapi\/v1\b)/;
