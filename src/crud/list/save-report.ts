import { type AnyResource, listNameOf } from '@/contract/core/define';
import { savedReportsEndpoint } from '@/contract/insights/saved-reports';
import { api } from '@/lib/api/client';

interface ListNow {
  query: Record<string, unknown>;
  columns: readonly string[];
  name: string;
  /** Of the list's page. */
  address: string;
  language: string;
  shopId: number | undefined;
}

/** Saves what a list shows as a report without a schedule, and returns the address of its page. */
export async function saveReport(
  resource: AnyResource,
  { query: { page: _page, limit: _limit, language: _language, ...query }, shopId, ...now }: ListNow,
): Promise<string> {
  const { id } = await api.post(savedReportsEndpoint, {
    family: listNameOf(resource),
    ...(shopId !== undefined && { shop_id: shopId }),
    name: now.name,
    list: {
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
      columns: now.columns,
      address: now.address,
      language: now.language,
    },
  });
  return `/reports/${id}`;
}
