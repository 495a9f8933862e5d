import { useSignalEffect } from '@preact/signals';
import { CircleAlert, Clock3 } from 'lucide';
import { useEffect, useMemo } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../../context/services.js';
import type { Device } from '../../../store/points.js';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { useRefusal } from '../../../ui/form/use-permission.js';
import { Card, Chip, Skeleton } from '../../../ui/layout.tsx';
import { categoryTexts, controlsOf, isKnownCategory, stateText } from './categories.tsx';
import {
  asksFirst,
  type CustomDataPoint,
  type CustomDataPoints,
  createCustomDataPoints,
  type Invocation,
} from './custom-data-points.js';
import { nowTexts, OPERATIONS, wordOf } from './texts.js';
import { Values } from './values.tsx';

/** Controls of a device, and all its values. */
export function NowTab({ device }: { readonly device: Device }) {
  const points = useCustomDataPoints(device);
  const say = useTexts(nowTexts);
  const list = points.list.value?.toSorted((a, b) => upkeepRank(a) - upkeepRank(b));
  const error = points.error.value;
  return (
    <div class="stack">
      {list === undefined && error === undefined && <Skeleton height="9rem" />}
      {error !== undefined && <ErrorBox error={error} retry={() => void points.load()} />}
      {list?.length === 0 && <p class="dim">{say('noOperate')}</p>}
      {list !== undefined && list.length > 0 && (
        <section class="operate" aria-label={say('operate')}>
          {list.map((dp) => (
            <Operated key={dp.name} dp={dp} points={points} device={device} />
          ))}
        </section>
      )}
      <Values device={device} guarded={guardedOf(list ?? [])} />
    </div>
  );
}

/** The lock of the buttons and the like, in channel 0, come after the things that a device is for. */
const upkeepRank = ({ channel_no }: CustomDataPoint): number => (channel_no === 0 ? 1 : 0);

/** Channels with a control that asks first: their values are set only there. */
function guardedOf(list: readonly CustomDataPoint[]): ReadonlySet<number> {
  return new Set(
    list
      .filter((dp) => dp.supported_operations.some((operation) => asksFirst(dp, operation)))
      .map((dp) => dp.channel_no),
  );
}

function useCustomDataPoints({ summary: { central = '', address } }: Device): CustomDataPoints {
  const services = useServices();
  const { connection, clock, store, language } = services;
  const points = useMemo(() => createCustomDataPoints({ services, central, address }), [services, central, address]);
  const loadedAt = store.loadedAt.value;
  const locale = language.current.value;
  // States that changed while events were missing are read with the new snapshot.
  useEffect(() => void points.load(), [points, loadedAt, locale]);
  useEffect(() => connection.onEvent(points.onEvent), [points]);
  useSignalEffect(() => {
    clock.value;
    points.expire();
  });
  return points;
}

function Operated({
  dp,
  points,
  device,
}: {
  readonly dp: CustomDataPoint;
  readonly points: CustomDataPoints;
  readonly device: Device;
}) {
  const say = useTexts(nowTexts);
  const formats = useFormats();
  const refusal = useRefusal('operator');
  const { consents } = useServices();
  const invocation = points.invocation(dp.name).value;
  const words = stateText(dp, say, formats);
  const sayCategory = useTexts(categoryTexts);
  const kind = kindText(dp, say, sayCategory);
  const own = /^ch\d+$/.test(dp.translated_name ?? '') ? say('channel', { n: dp.channel_no }) : dp.translated_name;
  const title = own || kind;
  const Controls = controlsOf(dp.category);
  const pending = invocation?.state === 'pending';
  const name = `${device.summary.name}${own ? ` ${own}` : ''}`;
  const operate: Operate = async (operation, params) => {
    const consent = await consents.toOperate(dp, operation, { name, what: operationText(dp, operation, say) });
    if (consent !== undefined) await points.invoke(dp.name, operation, consent, params);
  };
  return (
    <Card
      class={`operated${pending ? ' pending' : ''}`}
      title={<span class="private">{title}</span>}
      aside={title === kind ? undefined : <Chip>{kind}</Chip>}
    >
      <p class="state-words">{words.length === 0 ? stateless(dp, say) : words.join(' · ')}</p>
      <InvocationNote invocation={invocation} />
      <div class="controls">
        <Controls
          dp={dp}
          name={name}
          refusal={refusal}
          invoke={(operation, params) => void operate(operation, params)}
        />
      </div>
    </Card>
  );
}

type SayNow = ReturnType<typeof useTexts<typeof nowTexts>>;
type SayCategory = ReturnType<typeof useTexts<typeof categoryTexts>>;
type Operate = (operation: string, params?: Readonly<Record<string, unknown>>) => Promise<void>;

/** The word of the button that carries it out. */
function operationText({ category }: CustomDataPoint, operation: string, say: SayNow): string {
  if (category === 'siren' && operation === 'turn_on') return say('sound');
  const known = Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation] : undefined;
  return known === undefined ? wordOf(say, operation) : say(known);
}

const stateless = ({ state }: CustomDataPoint, say: SayNow): string =>
  Object.keys(state ?? {}).length === 0 ? '' : say('unknown');

function kindText({ category, kind }: CustomDataPoint, say: SayNow, sayCategory: SayCategory): string {
  const key = `kind_${kind}`;
  if (Object.hasOwn(nowTexts, key)) return say(key as keyof typeof nowTexts);
  return isKnownCategory(category) ? sayCategory(category) : category;
}

function InvocationNote({ invocation }: { readonly invocation: Invocation | undefined }) {
  const say = useTexts(nowTexts);
  if (invocation === undefined) return null;
  if (invocation.state === 'pending') {
    return (
      <Chip tone="accent" icon={Clock3}>
        {say('sending')}
      </Chip>
    );
  }
  const { reason } = invocation;
  const known = ['timeout', 'mismatch', 'send_error', 'unreachable'].includes(reason);
  return (
    <p class="failed-note" role="alert">
      <Chip tone="bad" icon={CircleAlert}>
        {say('failed', { reason: known ? say(reason as 'timeout') : reason })}
      </Chip>
    </p>
  );
}
