import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import type { ComponentType } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { type AnyResource, familyPaths } from '@/contract/core/define';
import { screenAccess } from '@/contract/family-pages';
import { parseScreen } from '@/contract/pages';
import { buildFirstList, registerList } from '@/crud/list/prefetch-list';
import { familyTitleKey } from '@/lib/i18n/labels';
import { useLanguages } from '@/state/languages';
import { useHasSettings } from '@/state/settings';
import { ListScreen } from './list/list-screen';
import { RedirectTo } from './redirect-to';
import type { DetailsProps, OpenScreen, Parts } from './types';

const plainList: NonNullable<Parts['List']> = ListScreen;
const FormSkeleton = () => <Skeleton className="mt-2 h-96 w-full rounded-card" />;

// The list is bundled with the page for fast first rows; forms and details load on demand.
const FormScreen = dynamic(() => import('./form/form-screen').then((module) => module.FormScreen), {
  loading: FormSkeleton,
});
const NotFound = dynamic(() => import('@/components/page/not-found').then((module) => module.NotFound));
const DetailsScreen = dynamic(
  () => import('./details/details-screen').then((module) => module.DetailsScreen),
  {
    loading: FormSkeleton,
  },
);

/** The page of a family: list, form or details by address; `parts` replace whole screens. */
export function resourcePage<Endpoint extends string>(
  resource: AnyResource<Endpoint>,
  {
    List = plainList,
    Form,
    Details = DetailsScreen as ComponentType<DetailsProps<Endpoint>>,
    Texts,
    texts = [],
  }: Parts<Endpoint> = {},
) {
  registerList(resource, List.adaptQuery);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each page, at module level
  function ResourcePage() {
    const open = useScreen(resource);
    if (open === undefined) return null;
    if (open === null) return <NotFound />;
    if (typeof open === 'string') return <RedirectTo to={open} />;
    const { screen, id, shop } = open;
    if (screen === 'list') return <List resource={resource} shop={shop} />;
    if (screen === 'details' && id) return <Details key={id} resource={resource} id={id} shop={shop} />;
    return (
      <FormScreen
        key={`${screen} ${id}`}
        resource={resource}
        screen={screen}
        id={id}
        shop={shop}
        Form={Form}
        Texts={Texts}
      />
    );
  }
  /** Title of the browser tab, read by the shell. */
  ResourcePage.titleKey = familyTitleKey(resource);
  /** Dictionaries of the page, read by the shell and the document. */
  ResourcePage.texts = [resource.domain, ...texts];
  ResourcePage.firstList = buildFirstList(resource, List.adaptQuery);
  return ResourcePage;
}

/** The screen of the current address or the address of another; undefined until the router is ready, null for none. */
function useScreen(resource: AnyResource): OpenScreen | string | null | undefined {
  const { isReady, query } = useRouter();
  const isMultiLanguage = useLanguages().length > 1;
  const hasSettings = useHasSettings();
  // Static pages hydrate without their query.
  if (!isReady) return undefined;
  const shop = typeof query.shop === 'string' ? query.shop : undefined;
  const found = parseScreen([query.screen ?? []].flat());
  if (!found || !screenAccess(resource.name, found.screen, shop !== undefined)) return null;
  // With one language there is nothing to translate into; the settings say how many there are.
  if (found.screen === 'translate' && found.id !== undefined && !isMultiLanguage)
    return hasSettings ? familyPaths(resource, shop).edit(found.id) : undefined;
  return { ...found, shop };
}
