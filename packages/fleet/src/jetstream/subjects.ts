/** A token of a subject: letters, digits, `-` and `_` stay, every other byte becomes `=` and two digits. */
export function encodeToken(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w-]/.test(character) ? character : `=${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

/** What `encodeToken` made. */
export function decodeToken(token: string): string {
  return decodeURIComponent(token.replaceAll('=', '%'));
}

/** One subject a source: the fence of JetStream is the newest message of a subject. */
export function subjectOf(stream: string, source: string): string {
  return `${stream}.${encodeToken(source)}`;
}

/** The source of what lies under a subject of `subjectOf`. */
export function sourceOf(subject: string): string {
  return decodeToken(subject.slice(subject.indexOf('.') + 1));
}
