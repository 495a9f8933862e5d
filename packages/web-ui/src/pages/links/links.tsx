import { Link2 } from 'lucide';
import { useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { searchLinks } from './link.js';
import { LinkTable } from './link-table.tsx';
import { linksTexts } from './texts.js';
import { useAllLinks } from './use-all-links.js';

/** All direct links in one table; search and order are in the address. */
export function AllLinksPage() {
  const { base } = useServices();
  const { query, setQuery } = useHere();
  const say = useTexts(linksTexts);
  const { links: resource, profiles } = useAllLinks();
  const { q = '', sort = 'sender' } = query;
  const { value, error } = resource.current.value;
  const shown = value === undefined ? [] : searchLinks(value.links, q);
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <a class="button" href={base.at('links/map')}>
              {say('map')}
            </a>
            <SearchField label={say('search')} value={q} onInput={(text) => setQuery({ q: text })} />
          </>
        }
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
