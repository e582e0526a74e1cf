import { useTranslation } from 'next-i18next/pages';
import { useMemo } from 'react';
import type { ShopStub } from '@/contract/accounts/auth';
import { type AnyResource, type BaseRow, type Filter, familyPaths } from '@/contract/core/define';
import { useMe } from './me';

/** What a list over all shops of an owner is given. */
export interface OwnListProps {
  resource: AnyResource;
  shops: readonly ShopStub[];
}

/**
 * The list limited to these shops: the filter by shop offers and accepts no other, because products of other shops are
 * public.
 */
export function useOwnShopsList({ resource, shops }: OwnListProps): AnyResource {
  const { data: me } = useMe();
  return useMemo(() => {
    const slugs = shops.map(({ slug }) => slug);
    const scope = { 'shop.slug': slugs.join(',') };
    const filters = resource.filters.map((filter: Filter) =>
      filter.key === 'shop'
        ? { ...filter, options: slugs, relation: { endpoint: 'shops', scope: { owner_id: String(me?.id) } } }
        : filter,
    );
    return { ...resource, filters, only: resource.only && { ...resource.only, scope } };
  }, [resource, shops, me?.id]);
}

/** Screens of a row in its own shop. */
export function pathsOfRow(resource: AnyResource, shop: string | null | undefined, row: BaseRow) {
  const paths = familyPaths({ ...resource, only: undefined }, shop ?? undefined);
  return { details: paths.details(row.id), edit: paths.edit(row.id) };
}

/** Tabs of a declared family, which a list of some of its rows does not show by itself. */
export function useFamilyTabs({ name, domain, tabs = {} }: AnyResource) {
  const { t } = useTranslation(domain);
  return Object.entries(tabs).map(([key, query]) => ({
    key,
    label: t(`${domain}:${name}.tabs.${key}`),
    query,
  }));
}

/** The form of a new record in a shop. */
export const createIn = (resource: AnyResource, shop: string): string =>
  familyPaths({ ...resource, only: undefined }, shop).create;
