import type { CallAnswer } from '@ccu-gateway/client';
import { useMemo } from 'preact/hooks';
import { useServices } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import type { Resource } from '../../resources/resource.js';
import { createLinkProfiles, type LinkProfiles } from './link-profiles.js';

interface AllLinks {
  readonly links: Resource<CallAnswer<'listAllLinks'>>;
  readonly profiles: LinkProfiles;
}

/** All direct links of the chosen CCUs, and their profiles, which are read when they are shown. */
export function useAllLinks(): AllLinks {
  const { gateway, language } = useServices();
  const locale = language.current.value;
  const links = useResource(({ scope }) => gateway.call('listAllLinks', { query: { ...scope.query(), locale } }), {
    inputs: [locale],
    refreshOn: ['device.created', 'device.removed', 'device.metadata_changed'],
  });
  const { value } = links.current.value;
  // A list that is read again may have other profiles.
  const profiles = useMemo(
    () =>
      createLinkProfiles((central, addr) =>
        gateway.call('listLinks', { path: { addr }, query: { central, locale, with_profiles: true } }),
      ),
    [value, locale],
  );
  return { links, profiles };
}
