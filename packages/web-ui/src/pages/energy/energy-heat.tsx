import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { heatOfSums } from '../../history/heat-map.js';
import { HeatMap } from '../../history/heat-map.tsx';
import { historyTexts } from '../../history/texts.js';
import { heatBegin } from '../../history/value-heat.tsx';
import { Card } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { amountOf, chosenDevices, type EnergyKind, partsOf } from './energy-sums.js';
import { energyTexts } from './texts.js';
import { UNITS } from './units.js';

/** Consumption by hour and day, over the last four weeks. An hour in which a counter was unknown has no number. */
export function EnergyHeat({ kind, of }: { readonly kind: EnergyKind; readonly of: string }) {
  const { now } = useServices();
  const say = useTexts(energyTexts);
  const sayHistory = useTexts(historyTexts);
  const hours = useResource(
    async ({ gateway, scope }) => {
      const [from, to] = [heatBegin(now()), now()];
      const query = { ...scope.query(), kind, group: 'hour' as const, from: new Date(from).toISOString() };
      return { from, to, energy: await gateway.call('getEnergy', { query }) };
    },
    { inputs: [kind] },
  );
  return (
    <Card title={sayHistory('heatShow')}>
      <p class="small dim">{sayHistory('heatAbout')}</p>
      <Loaded of={hours} height="12rem" count={1}>
        {({ from, to, energy }) => {
          const parts = partsOf(chosenDevices(energy, of)).filter((part) => !part.gap || amountOf(kind, part) > 0);
          const cells = parts.map((part) => ({ at: Date.parse(part.ts), value: amountOf(kind, part) }));
          return <HeatMap days={heatOfSums(from, to, cells)} label={say('consumed')} unit={UNITS[kind]} />;
        }}
      </Loaded>
    </Card>
  );
}
