import { useTranslation } from 'next-i18next/pages';
import type { BaseRow } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import { shops } from '@/contract/shops';
import type { Requisites } from '@/contract/shops/requisites';
import type { Shop } from '@/contract/shops/schema';
import { useSave } from '@/crud/form/use-save';
import { useRefreshShops } from '@/features/shops/use-shop-call';
import { api } from '@/lib/api/client';
import { useDraftKey } from '@/lib/form/use-draft';
import { useRecordForm } from '@/lib/form/use-record-form';
import { useRedirect } from '@/lib/hooks/use-redirect';
import { shopToSend, shopValues } from './shop-values';

interface ShopFormOptions {
  /** Replaces the page that follows a save. */
  onDone?: () => void;
  /** The form asks for the requisites: they are wrong while they are empty. */
  needsRequisites?: boolean;
}

/** Form of a new or an existing shop, with a draft for a new one. */
export function useShopForm(
  shop: Shop | undefined,
  company: Partial<Requisites> | null | undefined,
  { onDone, needsRequisites = false }: ShopFormOptions = {},
) {
  const { t, i18n } = useTranslation('form');
  const redirect = useRedirect();
  const refreshShops = useRefreshShops();
  const save = useSave(shops);
  return useRecordForm<BaseRow & { slug: string }>({
    record: shop,
    valuesOf: (one) => shopValues(one as Shop | undefined, company, i18n.language),
    schema: async () => {
      // The form is generic over values, the schema is typed; the server validates with the same schema.
      const { shopSchema } = await import('@/contract/shops/schema');
      return shopSchema as never;
    },
    shown: (values) => {
      const body = shopToSend(values, shop);
      return needsRequisites ? { ...body, requisites: body.requisites ?? values.requisites } : body;
    },
    save: async (body, version, _seen, idempotencyKey) => {
      const row = await save.mutateAsync({
        id: shop?.id,
        version,
        language: defaultLanguage,
        body,
        idempotencyKey,
      });
      // Another server may respond to a new shop with a text.
      return { ...row, slug: String(row.slug ?? '') };
    },
    ...(shop && { reread: () => api.one(shops.endpoint, String(shop.id)) }),
    onSaved: async (saved) => {
      // The shell finds a shop in `me`: it must know a new slug before the redirect.
      await refreshShops();
      if (onDone) onDone();
      else if (!shop) redirect(saved.slug ? `/${encodeURIComponent(saved.slug)}` : '/my-shops');
      else if (saved.slug !== shop.slug) redirect(`/${encodeURIComponent(saved.slug)}/edit`, 'replace');
    },
    leaveQuestion: t('form:draft.leave'),
    draft: { key: useDraftKey('shops', shop?.id) },
  });
}
