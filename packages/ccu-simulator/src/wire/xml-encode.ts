import { encodeLatin1 } from '@ccu-gateway/ccu-client/wire';
import type { TypedValue } from './typed-value.js';

/**
 * XML dialect of a server: `bidcos` writes strings without a type tag, doubles with six decimals and struct members in
 * alphabetical order; `hmip` writes type tags and omits one now and then; `utf8` is the form of other makers.
 */
export type XmlDialect = 'bidcos' | 'hmip' | 'utf8';

const PROLOG: Readonly<Record<XmlDialect, string>> = {
  bidcos: '<?xml version="1.0" encoding="iso-8859-1"?>\n',
  hmip: '<?xml version="1.0" encoding="ISO-8859-1"?>',
  utf8: '<?xml version="1.0" encoding="UTF-8"?>',
};

export function encodeCall(method: string, params: readonly TypedValue[], dialect: XmlDialect): Buffer {
  const body = params.map((param) => `<param>${value(param, dialect)}</param>`).join('');
  return finish(`<methodCall><methodName>${method}</methodName><params>${body}</params></methodCall>`, dialect);
}

export function encodeResponse(result: TypedValue, dialect: XmlDialect): Buffer {
  return finish(`<methodResponse><params><param>${value(result, dialect)}</param></params></methodResponse>`, dialect);
}

export function encodeFault(code: number, message: string, dialect: XmlDialect): Buffer {
  const fault: TypedValue = {
    type: 'struct',
    value: { faultCode: { type: 'int', value: code }, faultString: { type: 'string', value: message } },
  };
  return finish(`<methodResponse><fault>${value(fault, dialect)}</fault></methodResponse>`, dialect);
}

function finish(xml: string, dialect: XmlDialect): Buffer {
  return dialect === 'utf8' ? Buffer.from(PROLOG.utf8 + xml, 'utf8') : encodeLatin1(PROLOG[dialect] + xml);
}

function value(typed: TypedValue, dialect: XmlDialect): string {
  switch (typed.type) {
    case 'int':
      return `<value><i4>${Math.trunc(typed.value)}</i4></value>`;
    case 'double':
      return `<value><double>${typed.value.toFixed(6)}</double></value>`;
    case 'boolean':
      return `<value><boolean>${typed.value ? 1 : 0}</boolean></value>`;
    case 'array': {
      const items = typed.value.map((item) => value(item, dialect)).join('');
      return `<value><array>${items === '' ? '<data/>' : `<data>${items}</data>`}</array></value>`;
    }
    case 'struct':
      return `<value><struct>${members(typed.value, dialect)}</struct></value>`;
    case 'dateTime':
      return `<value><dateTime.iso8601>${new Date(typed.value).toISOString()}</dateTime.iso8601></value>`;
    default:
      return string(typed.value, dialect);
  }
}

function members(struct: Readonly<Record<string, TypedValue>>, dialect: XmlDialect): string {
  const names = dialect === 'bidcos' ? Object.keys(struct).sort() : Object.keys(struct);
  return names
    .map((name) => `<member><name>${escaped(name)}</name>${value(struct[name] as TypedValue, dialect)}</member>`)
    .join('');
}

function string(content: string, dialect: XmlDialect): string {
  if (dialect === 'bidcos' || content === '') return `<value>${escaped(content)}</value>`;
  return `<value><string>${escaped(content)}</string></value>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(content: string): string {
  return content.replace(/[&<>]/g, (letter) => ENTITIES[letter] as string);
}
