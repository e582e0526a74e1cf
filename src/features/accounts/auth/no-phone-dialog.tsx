import { Description, DialogTitle } from '@headlessui/react';
import { Smartphone } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';

/** An action needs a confirmed phone: says where to confirm it. */
export function NoPhoneDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <div className="flex w-100 max-w-full flex-col items-center p-6 text-center phone:w-full">
      <span className="grid size-12 place-items-center rounded-full bg-warn-soft text-warn">
        <Smartphone className="size-6" strokeWidth={1.75} />
      </span>
      <DialogTitle className="mt-4 text-card font-semibold text-balance">{t('text-no-phone')}</DialogTitle>
      <Description className="mt-1 text-ink-second">{t('text-no-phone-message')}</Description>
      <DialogButtons>
        <Button onClick={onClose}>{t('button-close')}</Button>
        <LinkButton href="/profile-update" variant="primary" onClick={onClose}>
          {t('text-go-to-profile')}
        </LinkButton>
      </DialogButtons>
    </div>
  );
}
