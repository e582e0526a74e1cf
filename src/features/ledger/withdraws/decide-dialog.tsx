import '@/lib/i18n/form-words';
import { DialogTitle } from '@headlessui/react';
import words from '@locales/ru/resources.json?withdraws';
import { useTranslation } from 'next-i18next/pages';
import type { DialogData } from '@/contract/dialogs';
import { addWords } from '@/lib/i18n/i18n';
import { Confirmation } from './decision';

addWords('resources', { withdraws: words.withdraws });

interface DecideDialogProps {
  data: DialogData['DECIDE_WITHDRAW'];
  onClose: () => void;
}

/** Decides a request from its row, as its page does. */
export function DecideDialog({ data: { withdraw, to }, onClose }: DecideDialogProps) {
  const { t } = useTranslation('resources');
  return (
    <div className="w-120 max-w-full p-6 phone:w-full phone:p-5">
      <DialogTitle className="mb-3 pe-8 text-card font-semibold">
        {t('resources:withdraws.card.title', { number: withdraw.id })}
      </DialogTitle>
      <Confirmation withdraw={withdraw} target={to} onClose={onClose} />
    </div>
  );
}
