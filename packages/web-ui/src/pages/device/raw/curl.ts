import type { DataPointSummary } from '@ccu-gateway/contract/types';

export interface CurlTarget {
  /** With a slash at its end. */
  readonly api: string;
  readonly central: string;
  readonly address: string;
  readonly channel: number;
  /** A data point of the channel that can be set. */
  readonly settable?: Pick<DataPointSummary, 'parameter' | 'value' | 'type'>;
}

export interface CurlLine {
  readonly what: 'readDevice' | 'readPoints' | 'readMaster' | 'write' | 'follow';
  readonly line: string;
}

const TOKEN = `-H "Authorization: Bearer $CCU_GATEWAY_TOKEN"`;

/** Shell commands for the actions of this page. */
export function curlLines({ api, central, address, channel, settable }: CurlTarget): readonly CurlLine[] {
  const device = `${api}devices/${encodeURIComponent(address)}`;
  const query = `?central=${encodeURIComponent(central)}`;
  const get = (url: string) => `curl ${TOKEN} ${quoted(url)}`;
  const master = `${api}devices/${encodeURIComponent(`${address}:${channel}`)}/paramsets/MASTER${query}`;
  return [
    { what: 'readDevice', line: get(device + query) },
    { what: 'readPoints', line: get(`${device}/channels/${channel}/data-points${query}`) },
    { what: 'readMaster', line: get(master) },
    ...(settable === undefined ? [] : [writeLine(`${device}/channels/${channel}/data-points/`, query, settable)]),
    { what: 'follow', line: `curl -N ${TOKEN} ${quoted(`${api}events/stream?topics=device.${address}.*`)}` },
  ];
}

function writeLine(
  points: string,
  query: string,
  { parameter, value, type }: NonNullable<CurlTarget['settable']>,
): CurlLine {
  const example = value ?? (type === 'BOOL' || type === 'ACTION' ? true : type === 'STRING' ? '' : 0);
  const url = `${points}${encodeURIComponent(parameter)}/value${query}`;
  const body = JSON.stringify({ value: example });
  return {
    what: 'write',
    line: `curl -X PUT ${TOKEN} -H 'Content-Type: application/json' -d ${quoted(body)} ${quoted(url)}`,
  };
}

/** Any text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
