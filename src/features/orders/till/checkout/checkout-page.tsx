import dynamic from 'next/dynamic';
import { PageHeader } from '@/components/page/page-header';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';
import { Loader } from '@/components/ui/loader';
import { usePosWord } from '@/features/orders/till/use-till-word';
import { useIsClient } from '@/lib/hooks/use-is-client';
import { useCart } from '@/state/cart';
import { AddressTiles } from './address-tiles';
import { CustomerCard } from './customer-card';
import { DeliveryCard } from './delivery-card';
import { NoteCard } from './note-card';
import { OrderPanel } from './order-panel';
import { useCustomer, usePrefill } from './use-customer';
import { usePlace } from './use-place-order';

const CustomerError = dynamic(() => import('./customer-error').then((module) => module.CustomerError));
const EmptyState = dynamic(() => import('@/components/page/empty-state').then((module) => module.EmptyState));

/** Makes an order of the cart (reference pages §8.3–8.6): who and where at the start, what it comes to beside it. */
export function CheckoutPage() {
  const word = usePosWord();
  const { isEmpty } = useCart();
  const isClient = useIsClient();
  const place = usePlace();
  const { data: user, error, refetch } = useCustomer();
  usePrefill(user);
  if (place.isPlaced) return <Loader text={word('checkout.placing')} />;
  return (
    <>
      <PageHeader title={word('checkout.title')} parent={{ href: '/orders/create', label: word('title') }} />
      {isClient && isEmpty && (
        <EmptyState
          picture="empty"
          title={word('checkout.empty')}
          text={word('checkout.empty-text')}
          action={
            <LinkButton href="/orders/create" variant="primary">
              {word('checkout.to-products')}
            </LinkButton>
          }
        />
      )}
      {!isEmpty && (
        <div className="mt-4 grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_23rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
          <div className="grid gap-4">
            <CustomerCard user={user} />
            {error && <CustomerError error={error} onRetry={() => void refetch()} />}
            <Card title={word('checkout.billing.title')}>
              <AddressTiles type="billing" user={user} />
            </Card>
            <DeliveryCard user={user} />
            <NoteCard />
          </div>
          <OrderPanel place={place} />
        </div>
      )}
    </>
  );
}
