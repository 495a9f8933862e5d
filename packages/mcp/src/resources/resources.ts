import { type Caller, type GatewayCore, notFound } from '@ccu-gateway/gateway-core';
import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { type Cases, casesOf } from '../cases/cases.js';
import { summaryOf, thingOf, valuesOf } from '../house/describe.js';

const SCHEME = 'ccu-gateway:';
const mimeType = 'application/json';

/** Resources that a client lists. */
export const RESOURCES = [
  { uri: `${SCHEME}//house`, name: 'House', description: 'Areas, counts of devices and present problems.', mimeType },
  {
    uri: `${SCHEME}//rooms`,
    name: 'Rooms',
    description: 'Rooms with the names and addresses of their devices.',
    mimeType,
  },
] as const;

/** Resources by address. */
export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: `${SCHEME}//device/{address}`,
    name: 'Device',
    description: 'A device with its things and values.',
    mimeType,
  },
] as const;

const USES = ['devices.list', 'devices.view', 'areas.list', 'problems.list'] as const;
type Reading = Cases<(typeof USES)[number]>;

const MOST_PROBLEMS = 20;
const MOST_DEVICES = 500;

/**
 * Contents of a resource.
 *
 * @throws GatewayError `not_found`, and as the use cases
 */
export async function readResource(
  core: Pick<GatewayCore, 'as'>,
  caller: Caller,
  uri: string,
): Promise<ReadResourceResult> {
  const cases = casesOf(core, caller, USES);
  const body = await bodyOf(cases, uri);
  return { contents: [{ uri, mimeType, text: JSON.stringify(body) }] };
}

const DEVICE = /^ccu-gateway:\/\/device\/([\w.:%-]{1,64})$/;

async function bodyOf(cases: Reading, uri: string): Promise<unknown> {
  if (uri === RESOURCES[0].uri) return house(cases);
  if (uri === RESOURCES[1].uri) return rooms(cases);
  const address = DEVICE.exec(uri)?.[1];
  if (address === undefined) throw notFound('Resource');
  const view = cases['devices.view']({ address });
  return { ...summaryOf(view), things: view.customDataPoints.map(thingOf), values: valuesOf(view) };
}

async function house(cases: Reading) {
  const devices = cases['devices.list']();
  const problems = cases['problems.list']({});
  return {
    areas: await cases['areas.list']().catch(() => []),
    devices: devices.length,
    unreachable: devices.filter(({ available }) => !available).length,
    problems: problems
      .slice(0, MOST_PROBLEMS)
      .map(({ kind, severity, name, since }) => ({ kind, severity, name, since })),
    more_problems: Math.max(0, problems.length - MOST_PROBLEMS),
  };
}

function rooms(cases: Reading) {
  const devices = cases['devices.list']();
  const shown = devices.slice(0, MOST_DEVICES);
  const names = [...new Set(shown.flatMap((device) => device.rooms ?? []))].sort((one, other) =>
    one.localeCompare(other),
  );
  const listed = (list: typeof shown) => list.map(({ address, name, model }) => ({ address, name, model }));
  return {
    rooms: names.map((name) => ({
      name,
      devices: listed(shown.filter((device) => device.rooms?.includes(name) === true)),
    })),
    without_room: listed(shown.filter((device) => (device.rooms ?? []).length === 0)),
    more: devices.length - shown.length,
  };
}
