import { Printer, Stethoscope } from 'lucide';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import type { Language } from '../../i18n/languages.js';
import { Button } from '../../ui/form/button.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Empty, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { uiTexts } from '../../ui/value/texts.js';
import { findSections, type HelpDocument, type HelpSection } from './document.js';
import { Sentences } from './sentences.tsx';
import { showAnchor } from './show-anchor.js';
import { SymptomLink } from './symptom-link.tsx';
import { helpTexts } from './texts.js';
import './help.css';

/** Troubleshooting in each language, in a file of its own. */
const DOCUMENTS: Readonly<Record<Language, () => Promise<{ readonly helpDocument: HelpDocument }>>> = {
  en: () => import('../../../../../docs/troubleshooting.md'),
  de: () => import('../../../../../docs/de/troubleshooting.md'),
};

/** Symptoms with their causes and remedies, which come with the gateway. */
export function HelpPage() {
  const { language, session, base } = useServices();
  const say = useTexts(helpTexts);
  const { query, setQuery } = useHere();
  const { q = '' } = query;
  const current = language.current.value;
  const help = useResource(async () => (await DOCUMENTS[current]()).helpDocument, { inputs: [current] });
  return (
    <div class="help">
      <PageHeader
        title={say('title')}
        actions={
          <div class="row no-print">
            <Button onClick={() => window.print()}>
              <Icon of={Printer} />
              {say('print')}
            </Button>
            {session.may('admin') && (
              <a class="button" href={base.at('doctor')}>
                <Icon of={Stethoscope} />
                {say('doctor')}
              </a>
            )}
          </div>
        }
      >
        {say('about')}
      </PageHeader>
      <div class="help-search no-print">
        <SearchField label={say('search')} value={q} onInput={(text) => setQuery({ q: text })} />
      </div>
      <Loaded of={help} height="10rem">
        {(read) => <Symptoms help={read} search={q} />}
      </Loaded>
    </div>
  );
}

function Symptoms({ help: { intro, sections }, search }: { readonly help: HelpDocument; readonly search: string }) {
  const say = useTexts(helpTexts);
  const sayOfUi = useTexts(uiTexts);
  const { setQuery } = useHere();
  const anchor = useAnchor();
  const found = useMemo(() => findSections(sections, search), [sections, search]);
  useEffect(() => showAnchor(anchor), [anchor, sections]);
  return (
    <div class="stack">
      {search === '' ? (
        <>
          {intro.map((paragraph, index) => (
            <p key={index}>
              <Sentences of={paragraph} />
            </p>
          ))}
          <nav class="card no-print" aria-label={say('symptoms')}>
            <ul class="help-index">
              {sections.map(({ id, title }) => (
                <li key={id}>
                  <SymptomLink anchor={id}>{title}</SymptomLink>
                </li>
              ))}
            </ul>
          </nav>
        </>
      ) : (
        <p class="dim" role="status">
          {say('found', { n: found.length })}
        </p>
      )}
      {found.map((section) => (
        <Symptom key={section.id} section={section} anchor={anchor} />
      ))}
      {found.length === 0 && (
        <Empty title={sayOfUi('noMatch', { q: search })}>
          <Button onClick={() => setQuery({ q: '' })}>{sayOfUi('clearSearch')}</Button>
        </Empty>
      )}
    </div>
  );
}

/** The anchor of the address. The router keeps none when the browser goes back, and none of a step within the page. */
function useAnchor(): string {
  const { url } = useLocation();
  const [anchor, setAnchor] = useState('');
  useEffect(() => {
    const read = () => setAnchor(location.hash.slice(1));
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, [url]);
  return anchor;
}

interface SymptomProps {
  readonly section: HelpSection;
  /** Of the address, which may be that of a row. */
  readonly anchor: string;
}

function Symptom({ section: { id, title, paragraphs, head, rows }, anchor }: SymptomProps) {
  const meant = (each: string | undefined) => (each !== undefined && each === anchor ? 'meant' : '');
  return (
    <section id={id} class={`card help-symptom ${meant(id)}`} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h2 id={`${id}-title`}>{title}</h2>
      {paragraphs.map((paragraph, index) => (
        <p key={index}>
          <Sentences of={paragraph} />
        </p>
      ))}
      {rows.length > 0 && (
        <table class="help-table">
          <thead>
            <tr>
              {head.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id: row, cells: [finding = [], ...others] }, index) => (
              <tr key={row ?? index} id={row} class={meant(row)} tabIndex={-1}>
                <th scope="row">
                  <Sentences of={finding} />
                </th>
                {others.map((cell, column) => (
                  <td key={column} data-title={head[column + 1]}>
                    <Sentences of={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
