import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef, useState } from 'react';
import { ErrorPage } from '@/components/page/error-page';
import { Badge } from '@/components/ui/badge';
import { LinkButton } from '@/components/ui/link-button';
import { Loader } from '@/components/ui/loader';
import { allShops, type ShopOrderInfo } from '@/contract/orders/shop-order';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { focusUnlessTyping } from '@/lib/focus';
import { mediaHook } from '@/lib/hooks/media-hook';
import { useMe } from '@/lib/session/me';
import { GoodsBrowser } from '../till/goods/goods-browser';
import { ReceiptBar } from '../till/receipt-bar';
import { useClosedShop } from '../till/shifts/use-closed-shop';
import { CustomerStrip } from './customer-strip';
import { DeliveryChoice } from './delivery-choice';
import { OrderPane } from './order-pane';
import { PlacedPane } from './placed-pane';
import { useNewOrder } from './use-new-order';
import { useNewOrderWord } from './use-new-order-word';
import { useOrderKeys } from './use-order-keys';

/** True where the style sheet has no `desk`: goods and order are one above the other. */
const useIsBelowDesk = mediaHook('(max-width: 63.99rem)');

/**
 * A new order for a customer on the phone: the pieces of the till, without the menu. `isOfAll`: with goods of all shops,
 * for administrators.
 */
export function NewOrderPage({ isOfAll = false }: { isOfAll?: boolean }) {
  const { t } = useTranslation(['common', 'orders']);
  const word = useNewOrderWord();
  const { query } = useRouter();
  const ofShop = typeof query.shop === 'string' ? query.shop : '';
  const shop = isOfAll ? allShops : ofShop;
  const isClosed = useClosedShop(ofShop);
  const info = useQuery({
    queryKey: ['shop-orders', shop, 'info'],
    queryFn: () => api.get(`shop-orders/${encodeURIComponent(shop)}`),
    enabled: shop !== '' && !isClosed,
    staleTime: 5 * 60_000,
  });
  if (info.data) return <Screen key={shop} info={info.data} />;
  if (isClosed) {
    return (
      <ErrorPage picture="missing" title={word('closed')} text={word('closed-text')}>
        <LinkButton href={`/${encodeURIComponent(shop)}`}>{t('orders:till.closed.shop')}</LinkButton>
      </ErrorPage>
    );
  }
  if (!info.error) return <Loader isFullScreen />;
  const error = toClientError(info.error);
  const isMissing = error.status === 404;
  return (
    <ErrorPage
      title={isMissing ? word('missing-shop') : t(messageKey(error))}
      picture={isMissing ? 'missing' : 'broken'}
      requestId={error.requestId}
      onRetry={isMissing ? undefined : () => void info.refetch()}
    >
      <LinkButton href="/">{word('home')}</LinkButton>
    </ErrorPage>
  );
}

function Screen({ info }: { info: ShopOrderInfo }) {
  const word = useNewOrderWord();
  const search = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const [isAsked, setAsked] = useState(false);
  const order = useNewOrder(info, () => {
    setAsked(true);
    phone.current?.focus();
  });
  useOrderKeys(order, { search, phone, note });
  const isBelowDesk = useIsBelowDesk();
  const orders = info.shop ? `/${encodeURIComponent(info.shop.slug)}/orders` : '/orders';
  const hasCustomer = order.receipt.phone !== '';
  // Runs after the search field has taken the focus.
  useEffect(() => {
    if (!hasCustomer) phone.current?.focus();
  }, [hasCustomer]);
  const { quote } = order.view;
  const count = order.receipt.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const isCovered = order.isReceiptOpen || order.placed !== undefined;
  return (
    <main className="flex h-dvh flex-col bg-surface text-ink desk:flex-row">
      <div className={`min-h-0 min-w-0 flex-1 flex-col desk:flex ${isCovered ? 'hidden' : 'flex'}`}>
        <Header shop={info.shop?.name ?? word('all-shops')} orders={orders} isOfAll={info.shop === null} />
        <CustomerStrip
          order={order}
          field={phone}
          isAsked={isAsked}
          onFound={() => {
            setAsked(false);
            focusUnlessTyping(() => search.current);
          }}
        />
        <GoodsBrowser
          isInStock
          till={order}
          shop={order.shop}
          categories={info.categories}
          search={search}
          note={info.out_of_stock > 0 ? word('hidden', { count: info.out_of_stock }) : undefined}
        />
        {!isBelowDesk && hasCustomer && (
          <div className="max-h-[45%] shrink-0 overflow-y-auto border-t border-line px-5 py-3">
            <DeliveryChoice order={order} />
          </div>
        )}
      </div>
      {order.placed ? (
        <PlacedPane placed={order.placed} orders={orders} onNext={order.next} />
      ) : (
        <>
          <OrderPane order={order} note={note} hasDelivery={isBelowDesk} />
          <ReceiptBar
            till={order}
            label={word('pieces', { count })}
            sum={quote ? quote.total - quote.wallet : 0}
          />
        </>
      )}
    </main>
  );
}

interface HeaderProps {
  shop: string;
  orders: string;
  /** Administrators take money on the spot by the cart. */
  isOfAll: boolean;
}

function Header({ shop, orders, isOfAll }: HeaderProps) {
  const word = useNewOrderWord();
  const { data: me } = useMe();
  return (
    <header className="flex items-center gap-x-3 px-5 pt-4 phone:px-3 phone:pt-3">
      <h1 className="text-title font-[650]">{word('title')}</h1>
      <Badge tone="accent">{word('by-phone')}</Badge>
      <p className="ms-auto min-w-0 truncate text-small text-ink-second phone:hidden" dir="auto">
        {[shop, me?.name].filter(Boolean).join(' · ')}
      </p>
      {isOfAll && (
        <LinkButton href="/orders/cart" className="h-10! shrink-0 phone:hidden">
          {word('by-cart')}
        </LinkButton>
      )}
      <LinkButton href={orders} className="h-10! shrink-0 phone:ms-auto">
        {word('leave')}
      </LinkButton>
    </header>
  );
}
