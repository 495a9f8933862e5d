import { useMemo, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../context/services.js';
import type { Device } from '../store/points.js';
import { Dialog } from '../ui/form/dialog.tsx';
import { ActDialog } from './act-dialog.tsx';
import { planOf } from './act-plan.js';
import type { ActKind, ActWords } from './act-words.js';
import { actsTexts } from './texts.js';

const KINDS: readonly ActKind[] = ['heating', 'lights', 'blinds'];
const DEGREES = Array.from({ length: 51 }, (_, step) => 5 + step / 2);
const SHARES: readonly number[] = [0, 0.25, 0.5, 0.75, 1];
/** Of a heating that is lowered. */
const FIRST: Readonly<Record<ActKind, number>> = { heating: 17, lights: 0, blinds: 0 };
const HOUR_S = 3_600;
const LASTING: readonly number[] = [HOUR_S / 2, HOUR_S, 2 * HOUR_S, 4 * HOUR_S, 8 * HOUR_S, 24 * HOUR_S];

interface SelectionActProps {
  readonly devices: readonly Device[];
  readonly onClose: () => void;
}

/** An act on selected devices, by its meaning: first offered is the kind that most of them are, for an hour. */
export function SelectionAct({ devices, onClose }: SelectionActProps) {
  const { store } = useServices();
  const say = useTexts(actsTexts);
  const formats = useFormats();
  const kinds = useMemo(() => kindsOf(devices, store.peekPoint), []);
  const [first] = kinds;
  const [words, setWords] = useState<ActWords>(() => ({ ...startOf(first ?? 'heating'), seconds: HOUR_S }));
  const title = say('actOn', { n: devices.length });
  if (first === undefined) {
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{say('unsuitable')}</p>
      </Dialog>
    );
  }
  const { kind, value, seconds } = words;
  const textOf = (each: number) =>
    kind === 'heating'
      ? `${formats.number(each)}\u202f°C`
      : (endOf(kind, each, say) ?? `${formats.number(each * 100)}\u202f%`);
  return (
    <ActDialog title={title} name={`${say(kind)} ${textOf(value)}`} words={words} devices={devices} onClose={onClose}>
      <div class="row">
        <Choice label={say('kind')} value={kind} onChoose={(wanted) => setWords({ ...words, ...startOf(wanted) })}>
          {kinds.map((each) => [each, say(each)])}
        </Choice>
        <Choice label={say('level')} value={value} onChoose={(wanted) => setWords({ ...words, value: wanted })}>
          {(kind === 'heating' ? DEGREES : SHARES).map((each) => [each, textOf(each)])}
        </Choice>
        <Choice
          label={say('lasting')}
          value={seconds ?? 0}
          onChoose={(wanted) => setWords({ kind, value, where: [], ...(wanted === 0 ? {} : { seconds: wanted }) })}
        >
          {[...LASTING.map((each) => [each, formats.duration(each * 1000)] as const), [0, say('endless')]]}
        </Choice>
      </div>
    </ActDialog>
  );
}

const startOf = (kind: ActKind): ActWords => ({ kind, value: FIRST[kind], where: [] });

/** The word for an end of the way. */
function endOf(kind: ActKind, value: number, say: (key: 'on' | 'off' | 'up' | 'down') => string): string | undefined {
  if (value !== 0 && value !== 1) return undefined;
  return kind === 'lights' ? say(value === 0 ? 'off' : 'on') : say(value === 0 ? 'down' : 'up');
}

/** Kinds that the devices have, those of most data points first. */
function kindsOf(devices: readonly Device[], peek: Parameters<typeof planOf>[2]): readonly ActKind[] {
  const counts = KINDS.map((kind) => {
    const { writes, already } = planOf(startOf(kind), devices, peek);
    return { kind, count: writes.length + already };
  });
  return counts
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ kind }) => kind);
}

interface ChoiceProps<T extends string | number> {
  readonly label: string;
  readonly value: T;
  readonly onChoose: (value: T) => void;
  /** Values and their texts. */
  readonly children: readonly (readonly [value: T, text: string])[];
}

function Choice<T extends string | number>({ label, value, onChoose, children }: ChoiceProps<T>) {
  return (
    <label class="field">
      {label}
      <select
        class="input"
        value={String(value)}
        onChange={({ currentTarget }) => {
          const chosen = children.find(([each]) => String(each) === currentTarget.value);
          if (chosen !== undefined) onChoose(chosen[0]);
        }}
      >
        {children.map(([each, text]) => (
          <option key={each} value={String(each)}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
