import { expect, it } from 'vitest';
import { decodeJsonRpcReply } from '../wire/codecs/index.js';
import { readSysvars } from './json-answers.js';

it('the key of a text of the CCU is the same, with quoted braces or without', () => {
  const written = (open: string, close: string) =>
    `{"id":1,"version":"1.1","error":null,"result":[{"id":"950","type":"LOGIC","value":"true","name":"${open}sysVarPresence${close}","valueName0":"${open}sysVarPresenceNotPresent${close} (x)","valueName1":"50\\\\% {a} $b"}]}`;
  const read = (open: string, close: string) => {
    const reply = decodeJsonRpcReply(Buffer.from(written(open, close)));
    return readSysvars(reply.kind === 'result' ? reply.result : undefined, new Map())[0];
  };
  const plain = read(`\${`, '}');
  expect(plain).toMatchObject({
    name: `\${sysVarPresence}`,
    valueName0: `\${sysVarPresenceNotPresent} (x)`,
    valueName1: '50\\% {a} $b',
  });
  // Not valid JSON, but that is how it comes; and valid JSON that says the same.
  for (const [open, close] of [
    ['$\\{', '}'],
    ['$\\\\{', '}'],
    ['$\\{', '\\}'],
  ] as const)
    expect(read(open, close)).toEqual(plain);
});
