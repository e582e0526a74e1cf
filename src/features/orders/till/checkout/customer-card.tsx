import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { User } from '@/contract/accounts/users/schema';
import { usePosWord } from '@/features/orders/till/use-till-word';
import { fileUrl } from '@/lib/api/client';
import { useCheckout } from '@/state/checkout';
import { useModalActions } from '@/state/modal';

/** Who buys, and the number they are called at. */
export function CustomerCard({ user }: { user: User | undefined }) {
  const word = usePosWord();
  const { open } = useModalActions();
  const { customer, customer_contact: contact } = useCheckout();
  return (
    <Card title={word('checkout.customer.title')}>
      <div className="grid gap-4 @lg:grid-cols-2">
        <div className="flex items-center justify-between gap-3">
          {customer ? (
            <div className="flex min-w-0 items-center gap-3">
              <Avatar
                name={customer.label}
                url={user?.profile.avatar ? fileUrl(user.profile.avatar.thumbnail) : undefined}
              />
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
