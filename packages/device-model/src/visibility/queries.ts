import type { ParamsetDescription } from '@ccu-gateway/ccu-client';
import type { UnIgnoreCandidateGroup } from '@ccu-gateway/contract/types';
import { metadataChanged } from '../announce/announce.js';
import { descriptorOf, exposeMaster } from '../build/device.js';
import { parameterLabel } from '../labels/label.js';
import { centralsIn } from '../model/locate.js';
import { type Candidate, type Pattern, parsePattern, unIgnores } from '../model/pattern.js';
import { isScheduleParameter } from '../model/schedule-parameter.js';
import type { CentralRecord, Channel, DataPoint, Device, HouseRecords } from '../model/state.js';
import { timestamp } from '../model/time.js';
import type { Visibility } from '../requests/families.js';
import { notFound, ok } from '../requests/result.js';
import { isGhostKey } from './ghost-keys.js';
import { type HiddenReason, hiddenReason } from './hidden.js';
import { isOutOfMode } from './operation-mode.js';

const MAX_PATTERNS = 1000;

export function createVisibility(house: HouseRecords): Visibility {
  return {
    list: (scope) =>
      centralsIn(house, scope?.central).map((central) => ({
        central_name: central.name,
        patterns: entriesOf(central),
      })),
    set(name, patterns, change) {
      const central = house.centrals.get(name);
      if (central === undefined) return notFound('central', `no central ${name}`);
      const { parsed, errors } = parseAll(patterns);
      const before = new Map([...central.devices.values()].map((device) => [device, exposed(central, device)]));
      central.unignore = unIgnores(
        parsed.map((pattern) => ({
          pattern,
          updatedAt: change.at,
          ...(change.by === undefined ? {} : { updatedBy: change.by }),
        })),
      );
      for (const device of central.devices.values()) exposeMaster(house, device);
      const affected = [...before]
        .filter(([device, was]) => was !== exposed(central, device))
        .map(([device]) => device);
      return ok({
        result: {
          applied_count: parsed.length,
          ...(errors.length === 0 ? {} : { parse_errors: errors }),
          affected_devices: affected.length,
          patterns: entriesOf(central),
        },
        events: affected.map(metadataChanged),
      });
    },
    accepted: (patterns) => parseAll(patterns).parsed.map(({ text }) => text),
    candidates(options) {
      const steps = candidateSteps(house, options);
      for (;;) {
        const step = steps.next();
        if (step.done === true) return step.value;
      }
    },
    candidateSteps: (options) => candidateSteps(house, options),
  };
}

type CandidateSteps<Result> = Generator<undefined, Result, undefined>;

function* candidateSteps(
  house: HouseRecords,
  options: Parameters<Visibility['candidateSteps']>[0] = {},
): CandidateSteps<ReturnType<Visibility['candidates']>> {
  const includeMaster = options.includeMaster === true;
  const groups = yield* groupCandidates(house, { ...options, includeMaster, locale: options.locale ?? house.locale });
  return {
    candidates: groups.flatMap((group) =>
      group.models.flatMap((model) => model.channels.map((channel) => channel.pattern)),
    ),
    include_master: includeMaster,
    groups,
    reasons: [...new Set(groups.flatMap((group) => group.reasons))].sort(),
  };
}

const entriesOf = (central: CentralRecord) =>
  central.unignore.entries.map(({ pattern, updatedAt, updatedBy }) => ({
    pattern: pattern.text,
    updated_at: timestamp(updatedAt) as string,
    ...(updatedBy === undefined ? {} : { updated_by: updatedBy }),
  }));

function parseAll(texts: readonly string[]): {
  readonly parsed: readonly Pattern[];
  readonly errors: readonly string[];
} {
  const parsed = new Map<string, Pattern>();
  const errors: string[] = [];
  for (const text of texts.slice(0, MAX_PATTERNS)) {
    const pattern = parsePattern(text);
    if (typeof pattern === 'string') errors.push(`${text.slice(0, 80)}: ${pattern}`);
    else parsed.set(pattern.text, pattern);
  }
  if (texts.length > MAX_PATTERNS) errors.push(`only the first ${MAX_PATTERNS} patterns were taken`);
  return { parsed: [...parsed.values()], errors };
}

/** Hidden parameters of a device that are brought back, as one comparable text. */
function exposed(central: CentralRecord, device: Device): string {
  return [...device.channels.values()]
    .flatMap((channel) => [...channel.points.values()])
    .filter((point) => point.paramsetKey === 'MASTER' || isUnignored(central, point.channel, point.parameter))
    .map((point) => `${point.channel.number}/${point.parameter}`)
    .join();
}

const candidateOf = (channel: Channel, parameter: string, paramset: 'VALUES' | 'MASTER'): Candidate => ({
  parameter,
  paramset,
  model: channel.device.description.TYPE,
  channel: channel.number,
});

function isUnignored(
  central: CentralRecord,
  channel: Channel,
  parameter: string,
  paramset: 'VALUES' | 'MASTER' = 'VALUES',
): boolean {
  return central.unignore.fits(candidateOf(channel, parameter, paramset));
}

type Reason = HiddenReason | 'master_gate' | 'read_only';

interface Found {
  readonly channel: Channel;
  readonly parameter: string;
  readonly paramset: 'VALUES' | 'MASTER';
  readonly reason: Reason;
}

/** Devices of one step. */
const DEVICES_PER_STEP = 20;

function* findCandidates(
  house: HouseRecords,
  central: CentralRecord,
  includeMaster: boolean,
): CandidateSteps<readonly Found[]> {
  const masters = masterCandidates(house, central);
  const found: Found[] = [];
  for (const [index, device] of [...central.devices.values()].entries()) {
    if (index > 0 && index % DEVICES_PER_STEP === 0) yield;
    for (const channel of device.channels.values()) {
      for (const point of channel.points.values()) {
        const reason = point.paramsetKey === 'VALUES' ? reasonOf(point) : undefined;
        if (reason === undefined || isUnignored(central, channel, point.parameter)) continue;
        found.push({ channel, parameter: point.parameter, paramset: 'VALUES', reason });
      }
      if (includeMaster) for (const each of masters(channel)) found.push(each);
    }
  }
  return found;
}

const reasonOf = (point: DataPoint): HiddenReason | undefined =>
  isOutOfMode(point)
    ? 'operation_mode'
    : isGhostKey(point)
      ? 'hidden'
      : hiddenReason(point.parameter, point.descriptor, point.channel.device.description.TYPE);

type Hidden = Pick<Found, 'parameter' | 'reason'>;

/** Returns the candidates of each channel; common ones of one description, model and number are worked out once. */
function masterCandidates(house: HouseRecords, central: CentralRecord): (channel: Channel) => readonly Found[] {
  const known = new Map<ParamsetDescription, Map<string, readonly Hidden[]>>();
  return (channel) => {
    const description = channel.paramsets.get('MASTER');
    if (description === undefined) return [];
    const key = `${channel.device.description.TYPE}:${channel.number}`;
    const same = known.get(description) ?? new Map<string, readonly Hidden[]>();
    known.set(description, same);
    const hidden = same.get(key) ?? hiddenMasters(house, central, channel, description);
    same.set(key, hidden);
    return hidden.map(({ parameter, reason }) => ({ channel, parameter, paramset: 'MASTER', reason }));
  };
}

function hiddenMasters(
  house: HouseRecords,
  central: CentralRecord,
  channel: Channel,
  description: ParamsetDescription,
): readonly Hidden[] {
  return Object.entries(description).flatMap(([parameter, raw]): readonly Hidden[] => {
    // Schedules have a face of their own, and a thermostat has a thousand of these.
    if (isScheduleParameter(parameter) || isUnignored(central, channel, parameter, 'MASTER')) return [];
    const descriptor = descriptorOf(house, channel.device, parameter, raw);
    if (descriptor === undefined || !descriptor.readable) return [];
    return [{ parameter, reason: descriptor.writable ? 'master_gate' : 'read_only' }];
  });
}

/** Parameters of one step. */
const FOUND_PER_STEP = 2_000;

function* groupCandidates(
  house: HouseRecords,
  options: { readonly central?: string; readonly includeMaster: boolean; readonly locale: 'de' | 'en' },
): CandidateSteps<readonly UnIgnoreCandidateGroup[]> {
  const groups = new Map<string, Found[]>();
  for (const each of centralsIn(house, options.central)) {
    const all = yield* findCandidates(house, each, options.includeMaster);
    for (const [index, found] of all.entries()) {
      if (index > 0 && index % FOUND_PER_STEP === 0) yield;
      const key = `${found.parameter}/${found.paramset}`;
      const known = groups.get(key);
      if (known === undefined) groups.set(key, [found]);
      else known.push(found);
    }
  }
  const described: UnIgnoreCandidateGroup[] = [];
  let count = 0;
  for (const found of groups.values()) {
    described.push(describeGroup(found, options.locale));
    count += found.length;
    if (count < FOUND_PER_STEP) continue;
    count = 0;
    yield;
  }
  return described.sort((a, b) => (a.parameter < b.parameter ? -1 : 1));
}

function describeGroup(found: readonly Found[], locale: 'de' | 'en'): UnIgnoreCandidateGroup {
  const [{ parameter, paramset, reason }] = found as readonly [Found];
  const models = new Map<string, Found[]>();
  for (const each of found) {
    const model = each.channel.device.description.TYPE;
    const known = models.get(model);
    if (known === undefined) models.set(model, [each]);
    else known.push(each);
  }
  return {
    parameter,
    paramset,
    reason,
    reasons: [...new Set(found.map((each) => each.reason))],
    label: parameterLabel(parameter, locale),
    ...(paramset === 'VALUES' ? { simple_pattern: parameter } : {}),
    models: [...models].map(([model, members]) => ({
      model,
      device_count: new Set(members.map((each) => each.channel.device)).size,
      channels: [...new Set(members.map((each) => each.channel.number))].map((channel) => ({
        channel,
        pattern: `${parameter}:${paramset}@${model}:${channel}`,
      })),
      wildcard_pattern: `${parameter}:${paramset}@${model}:all`,
    })),
    device_count: new Set(found.map((each) => each.channel.device)).size,
    channel_count: found.length,
  };
}
