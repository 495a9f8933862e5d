import { Plus, X } from 'lucide';
import { useId, useMemo, useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import type { HouseStore } from '../../store/house-store.js';
import { Button } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { ALL_TOPICS } from './event-settings.js';
import { type KnownTopic, knownTopics, suggestionsFor, type TopicSources, verdictOf } from './known-topics.js';
import { eventTexts } from './texts.js';

interface TopicFilterProps {
  readonly topics: readonly string[];
  readonly onChange: (topics: readonly string[]) => void;
}

/** Chosen topics, and a field for one more with the number of its matches. */
export function TopicFilter({ topics, onChange }: TopicFilterProps) {
  const { store } = useServices();
  const say = useTexts(eventTexts);
  const [typed, setTyped] = useState('');
  const [touched, setTouched] = useState(false);
  const id = useId();
  const devices = store.devices.value;
  const sources = useMemo(() => sourcesOf(store), [devices]);
  const known = useMemo(() => knownTopics(sources), [sources]);
  const verdict = useMemo(() => verdictOf(typed, known), [typed, known]);
  const problem = typed === '' && !touched ? undefined : verdict.problem;
  const words =
    problem !== undefined
      ? say(problem)
      : typed === ''
        ? say('topicsHint')
        : verdict.matches === 0
          ? say('topicNone')
          : say('topicMatches', { n: verdict.matches });

  function add(): void {
    setTouched(true);
    if (verdict.problem !== undefined) return;
    const others = topics.filter((topic) => topic !== typed.trim() && !ALL_TOPICS.includes(topic));
    onChange([...others, typed.trim()]);
    setTyped('');
    setTouched(false);
  }

  return (
    <div class="topic-filter">
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <label class="visually-hidden" for={id}>
          {say('addTopic')}
        </label>
        <input
          id={id}
          class="input grow mono"
          list={`${id}-list`}
          placeholder="devices/+/lifecycle"
          autocomplete="off"
          spellcheck={false}
          value={typed}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-hint`}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <datalist id={`${id}-list`}>
          {suggestionsFor(typed, sources).map(({ pattern, name }) => (
            <option key={pattern} value={pattern}>
              {name}
            </option>
          ))}
        </datalist>
        <Button type="submit" label={say('addTopic')}>
          <Icon of={Plus} />
        </Button>
      </form>
      <p id={`${id}-hint`} class={`small ${problem === undefined ? 'dim' : 'field-error'}`}>
        {words}
      </p>
      <TopicList topics={topics} known={known} onChange={onChange} />
    </div>
  );
}

interface TopicListProps extends TopicFilterProps {
  readonly known: readonly KnownTopic[];
}

/** The topics that are asked for, each with the number of known ones that it matches, to take away. */
function TopicList({ topics, known, onChange }: TopicListProps) {
  const say = useTexts(eventTexts);
  const counts = useMemo(() => topics.map((topic) => verdictOf(topic, known).matches), [topics.join(), known]);
  return (
    <ul class="row" aria-label={say('topics')}>
      {topics.map((topic, index) => (
        <li key={topic} class="chip accent topic-chip">
          <span class="mono private">{topic}</span>
          <span class="dim">{counts[index]}</span>
          <button
            type="button"
            aria-label={say('removeTopic', { topic })}
            onClick={() => onChange(topics.length === 1 ? ALL_TOPICS : topics.filter((each) => each !== topic))}
          >
            <Icon of={X} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function sourcesOf(store: HouseStore): TopicSources {
  const devices = store.devices.peek().flatMap((key) => store.peekDevice(key) ?? []);
  const interfaces = store.interfaces.peek();
  return {
    devices: devices.map(({ summary }) => ({ address: summary.address, name: summary.name })),
    points: devices.flatMap(({ summary: { address }, channels }) =>
      channels.flatMap(({ summary, points }) =>
        points.map((key) => ({ address, channel: summary.number, parameter: key.slice(key.lastIndexOf('/') + 1) })),
      ),
    ),
    centrals: [...new Set(interfaces.flatMap(({ central_id }) => central_id ?? []))],
    interfaces: interfaces.flatMap(({ id, central_id }) =>
      central_id === undefined ? [] : [{ id, central: central_id }],
    ),
    sysvars: store.sysvars.peek().flatMap(({ central, name }) => (central === undefined ? [] : [{ central, name }])),
    programs: store.programs.peek().flatMap(({ central, id }) => (central === undefined ? [] : [{ central, id }])),
  };
}
