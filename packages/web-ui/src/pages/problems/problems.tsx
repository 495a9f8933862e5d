import { BellRing, CircleCheck, OctagonAlert, TriangleAlert } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { devicePath } from '../../net/device-path.js';
import { deviceKeyOf } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { HelpLink } from '../../ui/help-link.tsx';
import { Card, Chip, Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import type { Problem } from '../home/problem.js';
import { Consequences, ProblemAction } from '../home/problem-list.tsx';
import { homeTexts } from '../home/texts.js';
import { useProblems } from '../home/use-problems.js';
import { CATEGORIES, type Category, categoryOf, countByCategory, meaningOf } from './inbox.js';
import { type IncidentList, Incidents } from './incidents.tsx';
import { problemTexts } from './texts.js';
import './problems.css';

/** Everything that is wrong, of all CCUs, in one inbox. */
export function ProblemsPage() {
  const { store, base } = useServices();
  const say = useTexts(problemTexts);
  const { query, setQuery } = useHere();
  const problems = useProblems();
  const incidents: IncidentList = useResource(
    ({ gateway, scope }) => gateway.call('listIncidents', { query: { ...scope.query(), limit: 500 } }),
    {
      refreshOn: ['system.status_changed', 'connectivity.changed'],
    },
  );
  const wanted = CATEGORIES.find((each) => each === query.about);
  const shown = wanted === undefined ? problems : problems.filter((each) => categoryOf(each) === wanted);
  if (!store.loaded.value) {
    return (
      <>
        <PageHeader title={say('title')} />
        <Skeleton height="5rem" count={4} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <a class="button" href={base.at('problems/times')}>
              {say('times')}
            </a>
            <AcknowledgeAll problems={problems} />
          </>
        }
      >
        {problems.length === 0 ? say('quietHint') : say('count', { n: problems.length })}
      </PageHeader>
      <div class="stack">
        {problems.length === 0 ? (
          <Quiet incidents={incidents} />
        ) : (
          <>
            <Categories problems={problems} wanted={wanted} onChange={(about) => setQuery({ about })} />
            {shown.length === 0 && <p class="dim">{say('nothingOfThis')}</p>}
            <ul class="inbox">
              {shown.map((problem) => (
                <ProblemCard key={problem.id} problem={problem} isMeant={idInAddress(problem) === query.id} />
              ))}
            </ul>
          </>
        )}
        <Incidents incidents={incidents} />
      </div>
    </>
  );
}

/** Time of the last incident; its absence is the only evidence of calm. */
function Quiet({ incidents }: { readonly incidents: IncidentList }) {
  const say = useTexts(problemTexts);
  const formats = useFormats();
  const newest = Math.max(0, ...(incidents.current.value.value ?? []).map(({ when }) => Date.parse(when)));
  return (
    <Card>
      <Empty
        icon={CircleCheck}
        title={newest > 0 ? say('quietSince', { time: formats.dateTime(newest) }) : say('quiet')}
      />
    </Card>
  );
}

function Categories({
  problems,
  wanted,
  onChange,
}: {
  readonly problems: readonly Problem[];
  readonly wanted: Category | undefined;
  readonly onChange: (category: Category | '') => void;
}) {
  const say = useTexts(problemTexts);
  const entries = [['', problems.length] as const, ...countByCategory(problems)];
  return (
    <div class="row" role="group" aria-label={say('filter')}>
      {entries.map(([category, count]) => (
        <button
          key={category}
          type="button"
          class={`chip chip-toggle ${(wanted ?? '') === category ? 'accent' : ''}`}
          aria-pressed={(wanted ?? '') === category}
          onClick={() => onChange(category)}
        >
          {say(category === '' ? 'all' : category)} {count}
        </button>
      ))}
    </div>
  );
}

/** Messages name a problem as the security overview does. */
const idInAddress = ({ id }: Problem): string => id.replaceAll('/', ':');

interface ProblemCardProps {
  readonly problem: Problem;
  /** The address of the page names it. */
  readonly isMeant: boolean;
}

function ProblemCard({ problem, isMeant }: ProblemCardProps) {
  const { clock, base } = useServices();
  const say = useTexts(problemTexts);
  const sayHome = useTexts(homeTexts);
  const formats = useFormats();
  const { tone, title, inserted, todo, note, since } = problem;
  const category = categoryOf(problem);
  const device = useDeviceOf(problem);
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isMeant) return;
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.focus({ preventScroll: true });
  }, [isMeant]);
  return (
    <li ref={card} class={`card inbox-entry ${tone} ${isMeant ? 'meant' : ''}`} {...(isMeant ? { tabIndex: -1 } : {})}>
      <Icon of={tone === 'bad' ? OctagonAlert : TriangleAlert} />
      <div class="grow stack-small">
        <div class="row">
          <strong class="private grow">{sayHome(title, inserted)}</strong>
          <Chip tone={tone}>{say(category)}</Chip>
        </div>
        <p>{say(meaningOf(problem))}</p>
        {note !== undefined && <p class="small">{note}</p>}
        {todo !== undefined && <p class="dim">{sayHome(todo)}</p>}
        <p class="small dim">
          {since !== undefined && Number.isFinite(since) && (
            <time dateTime={new Date(since).toISOString()} title={formats.dateTime(since)}>
              {say('since', { age: formats.duration(Math.max(0, clock.value - since)) })}
            </time>
          )}
          {device?.lastEventAt !== undefined && (
            <> · {say('heard', { age: formats.age(device.lastEventAt, Math.max(clock.value, device.lastEventAt)) })}</>
          )}
        </p>
        <div class="row">
          <ProblemAction problem={problem} />
          {device !== undefined && (
            <a class="button" href={base.at(devicePath(device.summary))}>
              {say('openDevice')}
            </a>
          )}
          {category === 'radio' && (
            <a class="button" href={base.at('radio')}>
              {say('toRadio')}
            </a>
          )}
          <HelpLink to={problem.help} />
        </div>
        <Consequences problem={problem} />
      </div>
    </li>
  );
}

function useDeviceOf({ about }: Problem) {
  const { store } = useServices();
  return about === undefined ? undefined : store.device(deviceKeyOf(about.central, about.address)).value;
}

/** Acknowledges both kinds of messages at once, after showing their number. */
function AcknowledgeAll({ problems }: { readonly problems: readonly Problem[] }) {
  const { gateway, announce } = useServices();
  const say = useTexts(problemTexts);
  const refusal = useRefusal('operator');
  const [open, setOpen] = useState(false);
  const action = useAction();
  const count = (kind: string) => problems.filter((each) => each.action?.kind === kind).length;
  const service = count('acknowledge_service');
  const alarms = count('acknowledge_alarm');
  const run = async () => {
    const done = await action.run(async () => {
      const first = service > 0 ? await gateway.call('acknowledgeAllServiceMessages') : { acknowledged: 0 };
      const second = alarms > 0 ? await gateway.call('acknowledgeAllAlarmMessages') : { acknowledged: 0 };
      announce(say('acked', { n: first.acknowledged + second.acknowledged }));
    });
    if (done) setOpen(false);
  };
  return (
    <>
      <Button
        disabledReason={refusal ?? (service + alarms === 0 ? say('ackNone') : undefined)}
        onClick={() => setOpen(true)}
      >
        <Icon of={BellRing} />
        {say('ackAll')}
      </Button>
      {open && (
        <Dialog
          title={say('ackAll')}
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button kind="primary" onClick={() => void run()}>
                {say('ackAll')}
              </Button>
              <Button onClick={() => setOpen(false)}>{say('cancel')}</Button>
            </>
          }
        >
          <p>{say('ackAllWhat', { service, alarms })}</p>
          {action.error !== undefined && <ErrorBox error={action.error} />}
        </Dialog>
      )}
    </>
  );
}
