import { useMutation } from '@tanstack/react-query';
import { Ellipsis, FileSpreadsheet, Wallet } from 'lucide-react';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { Popover } from '@/components/ui/popover';
import { orders } from '@/contract/orders';
import { readState, toListQuery } from '@/crud/list/list-state';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { download, openLink } from '@/lib/api/files';
import { useShopId } from '@/lib/session/shop-id';

interface OrdersMenuProps {
  shop: string | undefined;
  /** The list of the sums of orders, whose way back it is. */
  isMoney?: boolean;
}

/** Files of the list, and its other view: the same orders with the columns of their money. */
export function OrdersMenu({ shop, isMoney = false }: OrdersMenuProps) {
  const { t } = useTranslation('orders');
  const shopId = useShopId(shop);
  const isOurs = useCan('export');
  const { exporting, byLine } = useFilesOfOrders(shop, shopId, isOurs);
  const home = shop === undefined ? '' : `/${encodeURIComponent(shop)}`;
  if (shop !== undefined && shopId === undefined) return null;
  return (
    <Popover
      isSquare
      label={t('orders:orders.list.more')}
      content={<Ellipsis aria-hidden="true" className="size-4" />}
    >
      {(close) => (
        <>
          <Link
            href={`${home}/orders${isMoney ? '' : '/transaction'}`}
            className={menuItemClass}
            onClick={close}
          >
            <Wallet aria-hidden="true" className="size-4 text-ink-second" />
            {t(`orders:orders.list.${isMoney ? 'orders' : 'money'}-view`)}
          </Link>
          {[
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
          )}
        </>
      )}
    </Popover>
  );
}

/** The list's orders as a workbook, by order and by line. */
function useFilesOfOrders(shop: string | undefined, shopId: number | undefined, isOurs: boolean) {
  const { i18n } = useTranslation('orders');
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
  return { exporting, byLine };
}
