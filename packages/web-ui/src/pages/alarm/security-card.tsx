import type { SecurityFault, SecuritySource } from '@ccu-gateway/contract/types';
import { OctagonAlert, ShieldCheck, TriangleAlert } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Card, Chip } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { SECURITY_CHANGES } from './changes.js';
import { securityTexts } from './security-texts.js';

/** Each level with its tone and picture. */
const LEVELS = {
  ok: { tone: 'good', icon: ShieldCheck },
  attention: { tone: 'warn', icon: TriangleAlert },
  danger: { tone: 'bad', icon: OctagonAlert },
} as const;

/** More causes are on the page of problems. */
const SHOWN = 20;
const HOUR_MS = 3_600_000;
/** Silences that are offered, by the severity of the cause. */
const SILENCES = {
  danger: [
    ['silenceHour', HOUR_MS],
    ['silenceDay', 24 * HOUR_MS],
  ],
  attention: [
    ['silenceDay', 24 * HOUR_MS],
    ['silenceMonth', 30 * 24 * HOUR_MS],
  ],
} as const;

/** One level over all dangers and faults, with the causes and what people can do about them. */
export function SecurityCard() {
  const { base, gateway } = useServices();
  const say = useTexts(securityTexts);
  const overview = useResource(
    ({ gateway: own }) => Promise.all([own.call('getSecurity'), own.call('listSecurityFaults')]),
    { refreshOn: SECURITY_CHANGES },
  );
  const reload = () => void overview.reload();
  return (
    <Loaded of={overview} height="6rem" count={1}>
      {([{ level, left_out: leftOut }, faults]) => (
        <Card
          title={say('title')}
          aside={
            <Chip tone={LEVELS[level].tone} icon={LEVELS[level].icon}>
              {say(level)}
            </Chip>
          }
        >
          {faults.length === 0 && <p class="dim">{say('none')}</p>}
          <ul class="security-faults">
            {faults.slice(0, SHOWN).map((fault) => (
              <FaultLine key={fault.id} fault={fault} onChanged={reload} />
            ))}
          </ul>
          {faults.length > SHOWN && <a href={base.at('problems')}>{say('more', { n: faults.length - SHOWN })}</a>}
          {leftOut > 0 && (
            <LeftOut
              count={leftOut}
              include={async ({ ref }) => {
                await gateway.call('putSecuritySource', { path: { ref }, body: { excluded: [] } });
                reload();
              }}
            />
          )}
        </Card>
      )}
    </Loaded>
  );
}

function FaultLine({ fault, onChanged }: { readonly fault: SecurityFault; readonly onChanged: () => void }) {
  const { clock } = useServices();
  const say = useTexts(securityTexts);
  const formats = useFormats();
  const { level, name, since, ended_at: ended, unproven, acknowledged_by: by, silenced_until: silenced } = fault;
  const facts = [
    say('since', { age: formats.duration(Math.max(0, clock.value - Date.parse(since))) }),
    ...(ended === undefined ? [] : [say('ended')]),
    ...(unproven ? [say('unproven')] : []),
    ...(silenced === undefined ? [] : [say('silenced', { time: formats.dateTime(Date.parse(silenced)) })]),
  ];
  return (
    <li>
      <details>
        <summary class={LEVELS[level].tone}>
          <Icon of={LEVELS[level].icon} />
          <span class="grow">
            <strong>{say(fault.class)}</strong> <span class="private">{name}</span>{' '}
            <span class="dim small">{facts.join(', ')}</span>
          </span>
        </summary>
        {by !== undefined && <p class="small private">{say('acknowledged', { name: by })}</p>}
        <FaultActions fault={fault} onChanged={onChanged} />
      </details>
    </li>
  );
}

function FaultActions({ fault, onChanged }: { readonly fault: SecurityFault; readonly onChanged: () => void }) {
  const { clock, gateway } = useServices();
  const say = useTexts(securityTexts);
  const action = useAction();
  const [asOperator, asAdmin] = [useRefusal('operator'), useRefusal('admin')];
  const { id, source: ref, class: kind, severity, ended_at: ended, acknowledged_by: by } = fault;
  const path = { id };
  const carryOut = (work: () => Promise<unknown>) =>
    void action.run(async () => {
      await work();
      onChanged();
    });
  const silence = (ms: number) => {
    const until = new Date(clock.peek() + ms - MARGIN_MS).toISOString();
    return gateway.call('silenceWarning', { path, body: { until } });
  };
  const leaveOut = async () => {
    const sources = await gateway.call('listSecuritySources');
    const excluded = sources.find((each) => each.ref === ref)?.excluded ?? [];
    await gateway.call('putSecuritySource', { path: { ref }, body: { excluded: [...excluded, kind] } });
  };
  return (
    <div class="row">
      {by === undefined && (
        <Button
          disabledReason={asOperator}
          onClick={() => carryOut(() => gateway.call('acknowledgeSecurityFault', { path }))}
        >
          {say('acknowledge')}
        </Button>
      )}
      {fault.silenced_until !== undefined && (
        <Button disabledReason={asOperator} onClick={() => carryOut(() => gateway.call('unsilenceWarning', { path }))}>
          {say('unsilence')}
        </Button>
      )}
      {fault.silenced_until === undefined &&
        ended === undefined &&
        SILENCES[severity].map(([text, ms]) => (
          <Button key={text} kind="quiet" disabledReason={asOperator} onClick={() => carryOut(() => silence(ms))}>
            {say(text)}
          </Button>
        ))}
      <Button kind="quiet" disabledReason={asAdmin} onClick={() => carryOut(leaveOut)}>
        {say('leaveOut')}
      </Button>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </div>
  );
}

/** The clock of the browser may be some seconds ahead of the gateway, which allows a danger no more than a day. */
const MARGIN_MS = 60_000;

interface LeftOutProps {
  readonly count: number;
  readonly include: (source: SecuritySource) => Promise<void>;
}

/** Sources that do not count, which an administrator takes in again. */
function LeftOut({ count, include }: LeftOutProps) {
  const say = useTexts(securityTexts);
  const action = useAction();
  const refusal = useRefusal('admin');
  const sources = useResource(({ gateway }) => gateway.call('listSecuritySources'), { inputs: [count] });
  const left = (sources.current.value.value ?? []).filter(({ excluded }) => excluded.length > 0);
  return (
    <details>
      <summary class="dim">{say('leftOut')}</summary>
      <ul class="security-faults">
        {left.map((source) => (
          <li key={source.ref} class="row">
            <span class="grow private">
              {source.name}: {source.excluded.map((kind) => say(kind)).join(', ')}
            </span>
            <Button kind="quiet" disabledReason={refusal} onClick={() => void action.run(() => include(source))}>
              {say('unsilence')}
            </Button>
          </li>
        ))}
      </ul>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </details>
  );
}
