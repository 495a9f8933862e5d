/** Has the browser save a text as a file. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** `events-2026-11-22-1205.ndjson`. */
export function fileName(what: string, atMs: number, extension: string): string {
  const stamp = new Date(atMs).toISOString().slice(0, 16).replace('T', '-').replace(':', '');
  return `${what}-${stamp}.${extension}`;
}
