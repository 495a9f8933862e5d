import { Link2 } from 'lucide';
import { useMemo } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { searchLinks } from './link.js';
import { createLinkProfiles } from './link-profiles.js';
import { LinkTable } from './link-table.tsx';
import { linksTexts } from './texts.js';

/** All direct links in one table; search and order are in the address. */
export function AllLinksPage() {
  const { gateway, language } = useServices();
  const { query, setQuery } = useHere();
  const say = useTexts(linksTexts);
  const locale = language.current.value;
  const resource = useResource(({ scope }) => gateway.call('listAllLinks', { query: { ...scope.query(), locale } }), {
    inputs: [locale],
    refreshOn: ['device.created', 'device.removed', 'device.metadata_changed'],
  });
  const { q = '', sort = 'sender' } = query;
  const { value, error } = resource.current.value;
  // A list that is read again may have other profiles.
  const profiles = useMemo(
    () =>
      createLinkProfiles((central, addr) =>
        gateway.call('listLinks', { path: { addr }, query: { central, locale, with_profiles: true } }),
      ),
    [value, locale],
  );
  const shown = value === undefined ? [] : searchLinks(value.links, q);
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={<SearchField label={say('search')} value={q} onInput={(text) => setQuery({ q: text })} />}
      >
        {value === undefined ? say('about') : `${say('about')} ${say('count', { n: shown.length })}`}
      </PageHeader>
      {error !== undefined && <ErrorBox error={error} retry={() => void resource.reload()} />}
      {value === undefined && error === undefined && <Skeleton height="3rem" count={6} />}
      {value?.links.length === 0 && (
        <Empty title={say('none')} icon={Link2}>
          <p>{say('noneOfHouse')}</p>
        </Empty>
      )}
      {value !== undefined && value.links.length > 0 && shown.length === 0 && (
        <Empty title={say('noMatch')}>
          <Button onClick={() => setQuery({ q: '' })}>{say('cancel')}</Button>
        </Empty>
      )}
      {shown.length > 0 && (
        <LinkTable
          links={shown}
          profiles={profiles}
          sort={sort}
          onSort={(next) => setQuery({ sort: next === 'sender' ? '' : next })}
          onChanged={() => void resource.reload()}
        />
      )}
    </>
  );
}
