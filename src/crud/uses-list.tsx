import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import { resources } from '@/contract';
import { type AnyResource, familyPaths } from '@/contract/core/define';
import { ownValue } from '@/contract/core/own-value';
import { filtersIn } from '@/crud/list/list-state';
import { usesText } from '@/lib/api/errors';
import { useMayOpen } from '@/lib/session/rights';

interface UsesListProps {
  /** Number of referring rows by family. */
  uses: Record<string, number>;
  /** The record; left out where there are many. */
  of?: UsedRow;
}

interface UsedRow {
  endpoint: string;
  id: number;
  slug: string | null;
}

/** What refers to a record, each with a link to the list of exactly these rows where it has such a filter. */
export function UsesList({ uses, of }: UsesListProps) {
  const { t } = useTranslation('common');
  const shop = useRouter().query.shop;
  const mayOpen = useMayOpen();
  return (
    <ul className="mt-3 flex flex-col gap-1">
      {Object.entries(uses).map(([family, count]) => {
        const text = usesText(t, { [family]: count });
        const href = of && listOf(family, of, typeof shop === 'string' ? shop : undefined);
        return (
          <li key={family}>
            {href !== undefined && mayOpen(href.split('?')[0] ?? '') ? (
              <Link href={href} className="rounded-badge text-accent-ink hover:underline">
                {text}
              </Link>
            ) : (
              text
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Pages of what has no list that could be filtered by its record. */
const places: Record<string, (row: UsedRow) => string> = {
  // A tax or way of delivery is chosen for the whole marketplace.
  settings: () => '/settings/shop',
  ledger: ({ slug }) => `/${slug ?? ''}/ledger`,
  // An owner's page has their shops.
  shops: ({ id }) => `/users/${id}`,
};

/** Address of a family's list, filtered by a record of another one where it has such a filter. */
function listOf(family: string, row: UsedRow, shop: string | undefined) {
  const { endpoint, id, slug } = row;
  const place = ownValue(places, family);
  if (place) return place(row);
  const resource: AnyResource | undefined = ownValue(resources, family);
  if (!resource) return undefined;
  const filter = filtersIn(resource, shop).find(({ relation }) => relation?.endpoint === endpoint);
  const value = filter?.via === 'param' ? String(id) : slug;
  const { list } = familyPaths(resource, shop);
  return filter && value ? `${list}?${new URLSearchParams({ [filter.key]: value })}` : list;
}
