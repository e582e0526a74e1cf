import '@/lib/i18n/form-words';
import { DialogTitle } from '@headlessui/react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { User } from '@/contract/accounts/users/schema';
import { usePosWord } from '@/features/orders/till/use-till-word';
import { useCheckoutActions } from '@/state/checkout';
import { CustomerSearch } from './customer-search';
import { NewCustomer } from './new-customer';
import { useChoices } from './use-choices';

/** Who buys: somebody who is found, or a new customer that is made right here (reference pages §7.4). */
export function CustomerDialog({ onClose }: { onClose: () => void }) {
  const word = usePosWord();
  const { chooseCustomer } = useChoices();
  const { setCustomerContact } = useCheckoutActions();
  const [isNew, setNew] = useState(false);
  const [text, setText] = useState('');
  const choose = ({ id, name, profile }: Pick<User, 'id' | 'name' | 'profile'>) => {
    chooseCustomer({ value: id, label: name });
    if (profile.contact) setCustomerContact(profile.contact);
    onClose();
  };
  return (
    <div className="w-130 max-w-full p-6 phone:w-full phone:p-5">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-2 pe-10 desk:pe-0">
        <DialogTitle className="text-card font-semibold">
          {word(`dialogs.customer.${isNew ? 'new' : 'title'}`)}
        </DialogTitle>
        {!isNew && (
          <Button icon={<SpriteIcon name="plus" className="size-4" />} onClick={() => setNew(true)}>
            {word('dialogs.customer.new')}
          </Button>
        )}
      </div>
      {isNew ? (
        <NewCustomer typed={text} onCreated={choose} onBack={() => setNew(false)} />
      ) : (
        <CustomerSearch text={text} onText={setText} onChoose={choose} />
      )}
    </div>
  );
}
