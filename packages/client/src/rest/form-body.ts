/**
 * A form in the bytes that a browser sends (WHATWG HTML, multipart/form-data); files are part of it, not copied. `fetch` of
 * Node 24 ends the process where a request with a `FormData` is aborted while its parts are written (nodejs/undici#5835);
 * it reads a `Blob` without this fault.
 */
export function blobOf(form: FormData): Blob {
  const boundary = `form-${crypto.randomUUID()}`;
  const parts: (string | Blob)[] = [];
  for (const [name, value] of form) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(linesOf(name))}"`;
    if (typeof value === 'string') parts.push(`${head}\r\n\r\n${linesOf(value)}\r\n`);
    else {
      const type = value.type || 'application/octet-stream';
      parts.push(`${head}; filename="${quoted(value.name)}"\r\ncontent-type: ${type}\r\n\r\n`, value, '\r\n');
    }
  }
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}

/** Names and texts have the line ends of HTTP. */
function linesOf(text: string): string {
  return text.replace(/\r\n?|\n/g, '\r\n');
}

function quoted(name: string): string {
  return name.replace(/[\r\n"]/g, (character) => encodeURIComponent(character));
}
