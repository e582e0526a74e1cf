import { DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { useWaiting } from '@/components/domain/second-person/use-waiting';
import type { DialogProps } from '@/contract/dialogs';
import { Confirmation } from './confirmation';

/** Decides a request from its row, as its page does. */
export function DecideDialog({ data: { withdraw, to }, onClose }: DialogProps<'DECIDE_WITHDRAW'>) {
  const { t } = useTranslation('ledger');
  const of = { family: 'withdraws', id: withdraw.id };
  const waits = useWaiting(of).length > 0;
  return (
    <div className="w-120 max-w-full p-6 phone:w-full phone:p-5">
      <DialogTitle className="mb-3 pe-8 text-card font-semibold">
        {t('ledger:withdraws.card.title', { number: withdraw.id })}
      </DialogTitle>
      {waits ? <SecondPerson {...of} /> : <Confirmation withdraw={withdraw} target={to} onClose={onClose} />}
    </div>
  );
}
