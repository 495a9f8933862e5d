import type { DataPointSummary } from '@ccu-gateway/contract/types';
import type { HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import type { NextTurn } from '../ports/time.js';
import {
  type PointPlace,
  pointSeries,
  RADIO_METRICS,
  RECORDING_SERIES,
  radioSeries,
  unknownSeries,
  type VariablePlace,
  variableSeries,
} from '../use-case/series.js';
import { createSelection, type HistorySettings } from './selection.js';

/** Data points that are recorded at once; which of more are left out is chance. */
export const MAX_SERIES = 20_000;

export interface GatheringDeps {
  readonly house: Pick<HouseModel, 'centralNames' | 'dataPoint' | 'interfaces' | 'snapshotLines' | 'sysvars'>;
  /** True for system variables whose values are recorded. */
  readonly isRecordedVariable: (variable: VariablePlace) => boolean;
  readonly settings: HistorySettings;
  readonly isOn: () => boolean;
  readonly put: (series: string, value: number) => void;
  readonly nextTurn: NextTurn;
}

/** Finds the values to record. */
export interface Gathering {
  /** Number of chosen data points beyond the limit. */
  readonly leftOut: number;
  /** Takes the value of a chosen data point from an event. */
  onValue(payload: Extract<ModelEvent, { readonly type: 'datapoint.value_changed' }>['payload']): void;
  /** Takes the value of a chosen system variable from an event. */
  onVariable(payload: Extract<ModelEvent, { readonly type: 'hub.sysvar_changed' }>['payload']): void;
  /** Takes every value, changed or not; of one central or of all. */
  keyframe(central?: string): Promise<void>;
  /** Takes the last figures of the radio modules, if they are new. */
  measureRadio(): void;
  /** Notes that values are recorded, or that this ends. */
  mark(isRecording: boolean): void;
  isChosen(place: PointPlace): boolean;
  /** Chooses anew; earlier values are no longer known. */
  choose(settings: HistorySettings): void;
}

export function createGathering(deps: GatheringDeps): Gathering {
  const { house, settings, isRecordedVariable, isOn, put, nextTurn } = deps;
  let selects = createSelection(settings);
  const chosen = new Map<string, boolean>();
  const lastValues = new Map<string, number>();
  let count = 0;
  let leftOut = 0;

  function take(series: string, value: unknown, always: boolean): void {
    if (value === null) {
      // The next value is news, also where it is the same as before.
      if (lastValues.delete(series) || always) put(unknownSeries(series), 1);
      return;
    }
    const number = typeof value === 'boolean' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) return;
    if (!always && lastValues.get(series) === number) return;
    lastValues.set(series, number);
    put(series, number);
  }

  function isChosen(place: PointPlace, series = pointSeries(place)): boolean {
    const known = chosen.get(series);
    if (known !== undefined) return known;
    const point = house.dataPoint(place);
    // It may become known later.
    if (!point.ok) return false;
    const isWanted = selects(place, point.value);
    const is = isWanted && count < MAX_SERIES;
    if (is) count += 1;
    else if (isWanted) leftOut += 1;
    chosen.set(series, is);
    return is;
  }

  function measureRadio(always = false, central?: string): void {
    if (!isOn()) return;
    for (const { id, ...measured } of house.interfaces({ central })) {
      for (const metric of RADIO_METRICS) take(radioSeries(id, metric), measured[metric], always);
    }
  }

  function takeVariable(variable: VariablePlace, value: unknown, always: boolean): void {
    if (isOn() && isRecordedVariable(variable)) take(variableSeries(variable), value, always);
  }

  return {
    get leftOut() {
      return leftOut;
    },
    onValue({ central, device_address: address, channel, parameter, paramset_key: paramset, value }) {
      if (paramset !== 'VALUES' || !isOn()) return;
      const place = { central, address, channel, parameter };
      const series = pointSeries(place);
      if (isChosen(place, series)) take(series, value, false);
    },
    onVariable: ({ central, name, value }) => takeVariable({ central, name }, value, false),
    async keyframe(central) {
      if (!isOn()) return;
      measureRadio(true, central);
      for (const { value, ...variable } of variablesOf(house, central)) takeVariable(variable, value, true);
      await visitLivePoints(house, central, nextTurn, (place, { value = null }) => {
        const series = pointSeries(place);
        if (isOn() && isChosen(place, series)) take(series, value, true);
      });
    },
    measureRadio: () => measureRadio(),
    mark: (isRecording) => put(RECORDING_SERIES, Number(isRecording)),
    isChosen: (place) => isChosen(place),
    choose(next) {
      selects = createSelection(next);
      chosen.clear();
      lastValues.clear();
      count = 0;
      leftOut = 0;
    },
  };
}

/** System variables of one central, or of all. */
function variablesOf(
  house: Pick<HouseModel, 'centralNames' | 'sysvars'>,
  central: string | undefined,
): readonly (VariablePlace & { readonly value?: unknown })[] {
  return (central === undefined ? house.centralNames() : [central]).flatMap((each) =>
    house.sysvars({ central: each }).map(({ name, value }) => ({ central: each, name, value })),
  );
}

type PlacedPoint = DataPointSummary & {
  readonly central: string;
  readonly device_address: string;
  readonly channel: number;
};

/** An installation has tens of thousands of data points; each turn of the event loop takes as many of them. */
const LINES_PER_TURN = 200;

/**
 * Calls `visit` for every data point with a value that the CCU has confirmed in this life, or has reported as unknown;
 * of one central or of all.
 */
async function visitLivePoints(
  house: Pick<HouseModel, 'snapshotLines'>,
  central: string | undefined,
  nextTurn: NextTurn,
  visit: (place: PointPlace, point: DataPointSummary) => void,
): Promise<void> {
  let lines = 0;
  for (const { kind, data } of house.snapshotLines({ include: ['data_points'], ...(central && { central }) })) {
    lines += 1;
    if (lines % LINES_PER_TURN === 0) await nextTurn();
    if (kind !== 'data_point') continue;
    // The kind of a line determines its data.
    const { central: name, device_address: address, channel, ...point } = data as PlacedPoint;
    const isUnknown = point.value === undefined && point.value_status !== undefined;
    if (point.source === 'live' || isUnknown)
      visit({ central: name, address, channel, parameter: point.parameter }, point);
  }
}
