import { useRouter } from 'next/router';
import { type AnyResource, familyPaths } from '@/contract/core/define';
import { api } from '@/lib/api/client';
import { useLanguages } from '@/state/languages';

/** What an address says of translating: the language, and whether row after row is filled (`/translations`). */
export function useAskedTexts(): { language: string | undefined; isFilling: boolean } {
  const { query } = useRouter();
  const asked = useLanguages().find((code) => code === query.texts);
  return { language: asked, isFilling: asked !== undefined && query.fill === '1' };
}

/** Opens the translation of the next row that lacks texts, or the overview after the last; undefined unless filling. */
export function useFillNext(resource: AnyResource, shop: string | undefined) {
  const router = useRouter();
  const { language, isFilling } = useAskedTexts();
  if (!isFilling || language === undefined) return undefined;
  return async (id: number) => {
    const query = { language, limit: 1, ...(shop !== undefined && { shop }) };
    const ask = (after: number) => api.get(`translations/${resource.name}`, { ...query, after });
    const later = await ask(id);
    // Rows that were skipped come again, except the one that was left now.
    const row = later.rows[0] ?? (await ask(0)).rows.find((one) => one.id !== id);
    const place = shop === undefined ? '' : `/${encodeURIComponent(shop)}`;
    await router.push(
      row
        ? `${familyPaths(resource, shop).translate(row.key)}?texts=${language}&fill=1`
        : `${place}/translations`,
    );
  };
}
