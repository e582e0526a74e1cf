import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { type AnyResource, uniqueListName } from '@/contract/core/define';
import { type ReportPeriod, savedReportsEndpoint } from '@/contract/insights/saved-reports';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { useShopId } from '@/lib/session/shop-id';
import { useRedirect } from './use-redirect';

interface ListNow {
  resource: AnyResource;
  shop: string | undefined;
  query: Record<string, unknown>;
  columns: readonly string[];
}

/** What a person decides about a report before it is made. */
export interface ReportChoice {
  name: string;
  period?: ReportPeriod;
  period_key?: string;
}

/** Saves what a list shows as a report and opens its page; undefined when the server has no reports. Callers show errors. */
export function useSaveReport({ resource, shop, ...list }: ListNow) {
  const { i18n } = useTranslation();
  const router = useRouter();
  const redirect = useRedirect();
  const shopId = useShopId(shop);
  const canSave = useCan('saved-reports');
  const saving = useMutation({
    meta: { silent: true },
    mutationFn: (choice: ReportChoice) => {
      const { page: _page, limit: _limit, language: _language, ...query } = list.query;
      return api.post(savedReportsEndpoint, {
        family: uniqueListName(resource),
        ...(shopId !== undefined && { shop_id: shopId }),
        ...choice,
        list: {
          query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
          columns: list.columns,
          address: router.asPath,
          language: i18n.language,
        },
      });
    },
    onSuccess: ({ id }) => redirect(`/reports/${id}`),
  });
  return canSave && (shop === undefined || shopId !== undefined) ? saving.mutateAsync : undefined;
}
