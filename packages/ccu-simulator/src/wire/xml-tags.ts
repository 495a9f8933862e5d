/** Thrown for a body that is no valid message of an XML-RPC peer. */
export class XmlRpcSyntaxError extends Error {
  override readonly name = 'XmlRpcSyntaxError';
  readonly code = 'bad_xml';
}

const isTag = (token: string | undefined) => token?.startsWith('<') === true;
const nameOf = (token: string) => /^<\/?\s*([\w.]+)/.exec(token)?.[1] ?? '';

/** Walks the tags of a document, tolerating only white space between them, as the C++ servers do. */
export class XmlTags {
  readonly #tokens: string[];
  #at = 0;

  constructor(body: Uint8Array) {
    const source = decodeText(body).replace(/^\s*<\?xml[^>]*\?>/, '');
    this.#tokens = source.match(/<[^<>]*>|[^<]+|</g) ?? [];
  }

  /** Consumes the opening tag if it is next. A self-closing tag leaves its closing half to be consumed. */
  opens(name: string): boolean {
    this.#skipBlank();
    const token = this.#tokens[this.#at];
    if (token === undefined || token.startsWith('</') || nameOf(token) !== name || !isTag(token)) return false;
    if (/\/\s*>$/.test(token)) this.#tokens[this.#at] = `</${name}>`;
    else this.#at += 1;
    return true;
  }

  open(name: string): void {
    if (!this.opens(name)) throw new XmlRpcSyntaxError(`<${name}> expected`);
  }

  /** Consumes the opening tag that is next and answers its name; undefined, and nothing consumed, where a tag closes. */
  openAny(): string | undefined {
    this.#skipBlank();
    const tag = this.#tokens[this.#at] ?? '';
    if (tag.startsWith('</')) return undefined;
    const name = nameOf(tag);
    this.open(name);
    return name;
  }

  close(name: string): void {
    this.#skipBlank();
    const token = this.#tokens[this.#at];
    if (token === undefined || !token.startsWith('</') || nameOf(token) !== name)
      throw new XmlRpcSyntaxError(`</${name}> expected`);
    this.#at += 1;
  }

  /** True when the closing tag is next. */
  closes(name: string): boolean {
    this.#skipBlank();
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new XmlRpcSyntaxError('truncated');
    return token.startsWith('</') && nameOf(token) === name;
  }

  /** True when text is next. White space is text only where nothing else precedes the closing tag. */
  hasText(): boolean {
    const next = this.#tokens[this.#at];
    if (next === undefined || isTag(next)) return false;
    return next.trim() !== '' || this.#tokens[this.#at + 1]?.startsWith('</') === true;
  }

  textUntilClose(name: string): string {
    let content = '';
    while (this.#tokens[this.#at] !== undefined && !isTag(this.#tokens[this.#at])) content += this.#tokens[this.#at++];
    this.close(name);
    return unescaped(content);
  }

  #skipBlank(): void {
    while (!isTag(this.#tokens[this.#at]) && this.#tokens[this.#at]?.trim() === '') this.#at += 1;
  }
}

function decodeText(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const utf8 = /encoding\s*=\s*["']utf-8["']/i.test(bytes.subarray(0, 200).toString('latin1'));
  return bytes.toString(utf8 ? 'utf8' : 'latin1');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', apos: "'", quot: '"' };

/** Only the five named entities are decoded; others stay unchanged. */
function unescaped(content: string): string {
  return content.replace(/&(lt|gt|amp|apos|quot);/g, (_, name: string) => ENTITIES[name] as string);
}
