import { useFormats, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Card } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { energyTexts } from './texts.js';
import { useUnits } from './units.js';

/** Power that devices take all the time, and the cost of a year. */
export function Standby() {
  const say = useTexts(energyTexts);
  const formats = useFormats();
  const standby = useResource(({ gateway, scope }) => gateway.call('getStandby', { query: scope.query() }));
  const { money } = useUnits('electricity', standby.current.value.value?.currency ?? 'EUR');
  return (
    <Card title={say('standby')}>
      <p class="small dim">{say('standbyAbout')}</p>
      <Loaded of={standby} height="4rem">
        {({ devices }) => {
          const known = devices.filter(({ standby_w: watts }) => watts !== undefined);
          const waiting = devices.length - known.length;
          return (
            <>
              {known.length > 0 && (
                <table class="energy-table">
                  <thead>
                    <tr>
                      <th scope="col">{say('device')}</th>
                      <th scope="col" class="number">
                        {say('power')} (W)
                      </th>
                      <th scope="col" class="number">
                        {say('aYear')} (kWh)
                      </th>
                      <th scope="col" class="number">
                        {say('costAYear')}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {known.map((each) => (
                      <tr key={each.address}>
                        <th scope="row" class="private">
                          {each.name}
                        </th>
                        <td class="number">{formats.number(each.standby_w ?? 0)}</td>
                        <td class="number">{formats.number((each.year_wh ?? 0) / 1_000, 1)}</td>
                        <td class="number">{each.year_mct === undefined ? '—' : money(each.year_mct)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
              {waiting > 0 && <p class="small">{say('standbyWaiting', { n: waiting })}</p>}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
