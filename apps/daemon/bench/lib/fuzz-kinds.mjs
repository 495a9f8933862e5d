// What is sent to the gateway, by kind: each kind makes a case at random, which can be sent more than once.
import { request } from 'node:http';
import { connect } from 'node:net';
import { encodeBinRpcCall, encodeXmlRpcCall } from '@ccu-gateway/ccu-client/wire';
import { WebSocket } from 'ws';
import { argumentsFor, callFor, frameFor, messageFor, requestFor } from './fuzz-cases.mjs';
import { uploadFor } from './fuzz-uploads.mjs';

const PATIENCE_MS = 10_000;
const AGAIN_MS = 250;

/** Operations and commands that would end the run, with the reason. All others are sent, those of administrators too. */
const SAFE = {
  'POST /system/restart': 'ends the gateway',
  'POST /system/ccu/{central}/reboot': 'ends the CCU that every other case needs',
  'POST /interfaces/{id}/reconnect': 'cuts the link that every other case needs',
  'POST /interfaces/{id}/loop-test': 'waits for the CCU on purpose',
  'GET /diagnostics/doctor': 'asks places in the network, and waits for them on purpose',
  'DELETE /centrals/{name}': 'takes the only CCU away',
  'PUT /centrals/{name}': 'moves the only CCU',
  'POST /centrals/file/take': 'connects the CCU anew',
  'PUT /config/sections/{section}':
    'may close the listener and the accounts that every other case needs; its bodies are fuzzed below',
  'DELETE /config/sections/{section}': 'likewise',
  'DELETE /config/fields/{path}': 'likewise',
  'DELETE /auth/tokens/v2/{fingerprint}': 'ends the credential of the cases that follow',
  'DELETE /auth/tokens/{id}': 'likewise',
  'POST /backups/own/{id}/restore': 'ends the gateway',
  'GET /events': 'is the upgrade to the WebSocket, whose frames are fuzzed below',
};
/** Sections that can be changed while the run goes on. */
const SECTIONS = ['history', 'logging', 'backup', 'visibility', 'webhooks', 'matter', 'incidents'];

const answered = { status: 0, isHang: false };

/** Made once for a gateway; `send(case)` answers `{ status, isHang }`. */
export async function openKinds({ gateway, openapi, catalogue, random, authorization }) {
  const { base, simulator, broker } = gateway;
  const schemas = openapi.components.schemas;
  const all = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  );
  const nameOf = ({ path, method }) => `${method.toUpperCase()} ${path}`;
  const isUpload = ({ described }) => described.requestBody?.content['multipart/form-data'] !== undefined;
  const operations = all.filter((each) => SAFE[nameOf(each)] === undefined && !isUpload(each));
  const sections = all.filter((each) => nameOf(each) === 'PUT /config/sections/{section}');
  const uploads = all.filter(isUpload);
  const commands = catalogue.commands.filter(({ kind }) => kind === 'command');
  const socket = await openSocket(base, authorization);

  const ask = ({ method, target, body, contentType }) =>
    askRest(base, { method, target, body, contentType, authorization });
  // A garbled call may end a registration for a while; its address stays.
  const registered = simulator.registrations();
  const call = (encode, send) => () => {
    const { url, interfaceId } = random.pick(
      registered.filter((each) => each.url.startsWith('http') === (send === callXml)),
    );
    const [method, params] = callFor(random, interfaceId);
    const whole = encode(method, params);
    const bytes = random.next() < 0.03 ? whole.subarray(0, random.below(whole.length)) : whole;
    return {
      name: method,
      about: `${bytes.length} bytes`,
      send: () => send(url, bytes, bytes.length < whole.length),
    };
  };
  const kinds = {
    rest() {
      const operation = random.next() < 0.05 ? random.pick(sections) : random.pick(operations);
      const made = requestFor(operation, schemas, random);
      const isSection = sections.includes(operation);
      const asked = isSection ? { ...made, target: `/config/sections/${random.pick(SECTIONS)}` } : made;
      return { name: nameOf(operation), about: `${asked.target} ${asked.body ?? ''}`, send: () => ask(asked) };
    },
    command() {
      const isFrame = random.next() < 0.1;
      const command = random.pick(commands);
      const frame = isFrame
        ? frameFor(random)
        : { command: command.name, args: argumentsFor(command, catalogue.schemas, random) };
      const about = JSON.stringify(frame);
      return { name: isFrame ? `frame ${frame.op}` : command.name, about, send: () => socket.send(frame) };
    },
    xml_callback: call(encodeXmlRpcCall, callXml),
    bin_callback: call(encodeBinRpcCall, callBin),
    mqtt() {
      const { topic, payload, retain } = messageFor(random);
      const send = async () => {
        await broker.send(topic, payload, retain);
        return answered;
      };
      return { name: topic.split('/').slice(0, 3).join('/'), about: `${topic} ${payload.subarray(0, 200)}`, send };
    },
    upload() {
      const operation = random.pick(uploads);
      const asked = { ...requestFor(operation, schemas, random), ...uploadFor(random) };
      return { name: nameOf(operation), about: `${asked.target} ${asked.body.length} bytes`, send: () => ask(asked) };
    },
  };
  return { kinds, safe: SAFE, close: () => socket.close() };
}

async function askRest(base, { method, target, body, contentType, authorization }) {
  const headers = { authorization, ...(contentType === undefined ? {} : { 'content-type': contentType }) };
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), PATIENCE_MS);
  try {
    const response = await fetch(`${base}/api/v1${target}`, {
      method,
      headers,
      body,
      signal: ending.signal,
      redirect: 'manual',
    });
    // A stream has no end.
    if (/stream/.test(target)) await response.body?.cancel();
    else await response.arrayBuffer();
    return { status: response.status, isHang: false };
  } catch {
    // A body that is cut off, or too large, may end the connection.
    return { status: 0, isHang: ending.signal.aborted };
  } finally {
    clearTimeout(timer);
  }
}

async function openSocket(base, authorization) {
  const waiting = new Map();
  let calls = 0;
  const open = () =>
    new Promise((settle, fail) => {
      const opened = new WebSocket(`${base.replace('http', 'ws')}/api/v1/events`, { headers: { authorization } });
      opened.once('open', () => settle(opened)).once('error', fail);
      opened.on('message', (data) => {
        const frame = JSON.parse(data);
        if (frame.op !== 'result') return;
        waiting.get(frame.id)?.({ status: frame.error?.code === 'internal_error' ? 500 : 200, isHang: false });
      });
      opened.on('error', () => undefined);
      opened.once('close', () => {
        for (const settle of [...waiting.values()]) settle(answered);
      });
    });
  /** A gateway refuses further sockets of a caller for a moment. */
  const openAtLast = async () => {
    for (const end = performance.now() + PATIENCE_MS; ; ) {
      try {
        return await open();
      } catch (error) {
        if (performance.now() > end) throw error;
        await new Promise((settle) => setTimeout(settle, AGAIN_MS));
      }
    }
  };
  let socket = await open();
  /** One for all senders of frames that find the last one closed. */
  let opening;
  return {
    async send(frame) {
      if (socket.readyState !== WebSocket.OPEN) {
        opening ??= openAtLast().finally(() => {
          opening = undefined;
        });
        socket = await opening;
      }
      if (frame.command === undefined) {
        socket.send(JSON.stringify(frame).slice(0, 60_000));
        return answered;
      }
      calls += 1;
      const id = String(calls);
      const text = JSON.stringify({ op: 'call', id, ...frame });
      const isCall = typeof frame.args === 'object' && frame.args !== null && !Array.isArray(frame.args);
      if (text.length > 60_000) return answered;
      const used = socket;
      return await new Promise((settle) => {
        // A call that is none has no result that must be waited for.
        const timer = setTimeout(
          () => done({ status: 0, isHang: isCall && used.readyState === WebSocket.OPEN }),
          isCall ? 2 * PATIENCE_MS : 100,
        );
        const done = (result) => {
          clearTimeout(timer);
          waiting.delete(id);
          settle(result);
        };
        waiting.set(id, done);
        used.send(text);
      });
    },
    close: () => socket.terminate(),
  };
}

function callXml(url, bytes) {
  return new Promise((settle) => {
    const headers = { 'content-length': bytes.length };
    const outgoing = request(url, { method: 'POST', timeout: PATIENCE_MS, headers }, (answer) => {
      answer.resume().once('end', () => settle({ status: answer.statusCode, isHang: false }));
    });
    outgoing.once('timeout', () => {
      settle({ status: 0, isHang: true });
      outgoing.destroy();
    });
    outgoing.once('error', () => settle(answered));
    outgoing.end(bytes);
  });
}

/** A call that is cut off is ended, and needs no answer. */
function callBin(url, bytes, isCut) {
  return new Promise((settle) => {
    const caller = connect(Number(url.split(':').at(-1)), '127.0.0.1', () =>
      isCut ? caller.end(bytes) : caller.write(bytes),
    );
    caller.setTimeout(PATIENCE_MS, () => {
      settle({ status: 0, isHang: true });
      caller.destroy();
    });
    caller.once('data', () => caller.destroy());
    caller.on('error', () => undefined);
    caller.once('close', () => settle(answered));
  });
}
