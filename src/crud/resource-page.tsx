import dynamic from 'next/dynamic';
import { Skeleton } from '@/components/ui/skeleton';
import type { AnyResource } from '@/contract/core/define';
import { useScreen } from '@/crud/screen';
import { listOf, startList } from '@/lib/api/prefetch-list';
import { addWords } from '@/lib/i18n/i18n';
import { ListScreen } from './list/list-screen';
import type { Parts } from './types';

const plainList: NonNullable<Parts['List']> = ListScreen;
const FormSkeleton = () => <Skeleton className="mt-2 h-96 w-full rounded-card" />;

// The list comes with the page, so that its rows are there first; forms and details load when they are opened.
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

/**
 * The page of a family: list, form or details by the address (style §4). `words` are its Russian texts, so that a page
 * carries no other family's; `parts` replace whole screens.
 */
export function resourcePage(
  resource: AnyResource,
  words: object,
  { List = plainList, Form, Details = DetailsScreen, Texts }: Parts = {},
) {
  addWords('resources', { [resource.name]: words });
  startList(resource, List.asks);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each page, at module level
  function ResourcePage() {
    const open = useScreen(resource);
    if (open === undefined) return null;
    if (open === null) return <NotFound />;
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
        {...{ Form, Texts }}
      />
    );
  }
  /** Read by the shell: the title of the browser's tab. */
  const part = resource.only ? `${resource.only.name}.` : '';
  ResourcePage.titleKey = `resources:${resource.name}.${part}title`;
  ResourcePage.firstList = listOf(resource, List.asks);
  return ResourcePage;
}
