import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { Textarea } from '@/components/inputs/textarea';
import { PageHeader } from '@/components/page/page-header';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';
import { Loader } from '@/components/ui/loader';
import type { User } from '@/contract/accounts/users/schema';
import { useCheckoutWord } from '@/features/orders/checkout/use-checkout-word';
import { useIsClient } from '@/lib/hooks/use-is-client';
import { part } from '@/lib/part';
import { useCart } from '@/state/cart';
import { useCheckout } from '@/state/checkout';
import { useModalActions } from '@/state/modal';
import { useOrderDraft, useOrderDraftActions } from '@/state/order-draft';
import { AddressTiles } from './address-tiles';
import { useCheckoutPrefill, useCustomer } from './checkout-hooks';
import { DeliveryCard } from './delivery-card';
import { OrderPanel } from './order-panel';
import { usePlaceOrder } from './use-place-order';

const CustomerError = part(dynamic(() => import('./checkout-errors').then((module) => module.CustomerError)));
const EmptyState = part(
  dynamic(() => import('@/components/page/empty-state').then((module) => module.EmptyState)),
);

/** Checkout at the till: customer and delivery on the left, the order on the right. */
export function CheckoutPage() {
  const { t } = useTranslation('common');
  const word = useCheckoutWord();
  const { isEmpty } = useCart();
  const isClient = useIsClient();
  const place = usePlaceOrder();
  const { data: user, error, refetch } = useCustomer();
  useCheckoutPrefill(user);
  if (place.isPlaced) return <Loader text={word('checkout.placing')} />;
  return (
    <>
      <PageHeader
        title={word('checkout.title')}
        parent={{ href: '/orders/cart', label: t('text-order-cart') }}
      />
      {isClient && isEmpty && (
        <EmptyState
          picture="empty"
          title={word('checkout.empty')}
          text={word('checkout.empty-text')}
          action={
            <LinkButton href="/orders/cart" variant="primary">
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

/** Customer and contact phone. */
function CustomerCard({ user }: { user: User | undefined }) {
  const word = useCheckoutWord();
  const { open } = useModalActions();
  const { customer, customer_contact: contact } = useCheckout();
  return (
    <Card title={word('checkout.customer.title')}>
      <div className="grid gap-4 @lg:grid-cols-2">
        <div className="flex items-center justify-between gap-3">
          {customer ? (
            <div className="flex min-w-0 items-center gap-3">
              <Avatar name={customer.label} path={user?.profile.avatar?.thumbnail} />
              <div className="min-w-0">
                <p className="font-medium break-words">{customer.label}</p>
                {user && <p className="text-small break-all text-ink-second">{user.email}</p>}
              </div>
            </div>
          ) : (
            <p className="text-ink-second">{word('checkout.customer.none')}</p>
          )}
          <Button
            aria-haspopup="dialog"
            variant={customer ? 'secondary' : 'primary'}
            aria-label={word(`checkout.customer.${customer ? 'change' : 'choose'}`)}
            onClick={() => open('SELECT_CUSTOMER')}
          >
            {word(`checkout.${customer ? 'change' : 'choose'}`)}
          </Button>
        </div>
        <div className="flex items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="text-small text-ink-second">{word('checkout.contact.title')}</p>
            <p className={contact ? 'font-medium whitespace-nowrap' : 'text-ink-second'} dir="auto">
              {contact || word('checkout.contact.none')}
            </p>
          </div>
          <Button
            aria-haspopup="dialog"
            aria-label={word(`checkout.contact.${contact ? 'change' : 'add'}`)}
            onClick={() => open('ADD_OR_UPDATE_CHECKOUT_CONTACT')}
          >
            {word(`checkout.${contact ? 'change' : 'add'}`)}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** Note to the shops and the courier. */
function NoteCard() {
  const word = useCheckoutWord();
  const { note } = useOrderDraft();
  const { change } = useOrderDraftActions();
  return (
    <Card title={word('checkout.note.title')} text={word('checkout.note.hint')}>
      <Textarea
        aria-label={word('checkout.note.label')}
        rows={2}
        maxLength={2000}
        value={note}
        onChange={(event) => change({ note: event.target.value })}
      />
    </Card>
  );
}
