import { useMutation } from '@tanstack/react-query';
import { Ellipsis, FileSpreadsheet } from 'lucide-react';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { Popover } from '@/components/ui/popover';
import { orders } from '@/contract/orders';
import { readState, toListQuery } from '@/crud/list/list-state';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { download, openLink } from '@/lib/api/files';
import { useShopId } from '@/lib/session/shop-id';

export function OrdersMenu({ shop }: { shop: string | undefined }) {
  const { t, i18n } = useTranslation('orders');
  const shopId = useShopId(shop);
  const isOurs = useCan('export');
  const exporting = useMutation({
    mutationFn: async () => {
      const path = shopId === undefined ? 'export-order-url' : (`export-order-url/${shopId}` as const);
      // Another server may store the file anywhere.
      if (!isOurs) return openLink({ url: path });
      const url = await api.get(path);
      // The URL's host may differ from the API address that this panel uses.
      await download(
        url.slice(url.indexOf('export-order/')) as `export-order/token/${string}`,
        {},
        'orders.xlsx',
      );
    },
  });
  const { query } = useRouter();
  const byLine = useMutation({
    mutationFn: () => {
      const scope = shopId === undefined ? {} : { shop_id: shopId };
      const {
        page: _page,
        limit: _limit,
        ...list
      } = toListQuery(orders, readState(orders, query, shop), scope, i18n.language);
      return download('orders/lines/export', list, 'order-lines.xlsx');
    },
  });
  if (shop !== undefined && shopId === undefined) return null;
  return (
    <Popover
      isSquare
      label={t('orders:orders.list.more')}
      content={<Ellipsis aria-hidden="true" className="size-4" />}
    >
      {(close) =>
        [
          { key: 'export', run: exporting, isShown: true },
          { key: 'export-lines', run: byLine, isShown: isOurs },
        ].map(
          ({ key, run, isShown }) =>
            isShown && (
              <button
                key={key}
                type="button"
                disabled={run.isPending}
                className={menuItemClass}
                onClick={() => {
                  close();
                  run.mutate();
                }}
              >
                <FileSpreadsheet aria-hidden="true" className="size-4 text-ink-second" />
                {t(`orders:orders.list.${key}`)}
              </button>
            ),
        )
      }
    </Popover>
  );
}
