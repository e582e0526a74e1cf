import { CircleOff } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { Button } from '@/components/ui/button';
import type { DialogProps } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { ShopDialogForm } from './shop-dialog-form';
import { useShopCall } from './use-shop-call';

/** Common reasons to start from. */
const templates = ['requisites', 'goods', 'complaints', 'owner'] as const;

/** Hides a shop and its products, and tells the owner why. */
export function DisapproveDialog({ data, onClose }: DialogProps<'SHOP_DISAPPROVE_VIEW'>) {
  const { t } = useTranslation('shops');
  const [reason, setReason] = useState('');
  const disapprove = useShopCall({
    run: (why: string) => api.post('disapprove-shop', { id: data.id, reason: why || null }),
    done: () => t('shops:shops.disapproved'),
    onDone: onClose,
  });
  return (
    <ShopDialogForm
      head={{
        icon: CircleOff,
        tone: 'warn',
        title: t('shops:shops.disapprove-title'),
        subject: data.name,
        text: t('shops:shops.disapprove-text'),
      }}
      call={disapprove}
      confirm={{ label: t('shops:shops.disapprove'), isDanger: true }}
      onSubmit={() => disapprove.mutate(reason.trim())}
      onClose={onClose}
    >
      <div>
        <Field
          as={Textarea}
          id="disapprove-reason"
          label={t('shops:shops.reason')}
          hint={t('shops:shops.reason-hint')}
          // The dialog's only field.
          autoFocus
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Templates chosen={reason} onChoose={setReason} />
      </div>
    </ShopDialogForm>
  );
}

function Templates({ chosen, onChoose }: { chosen: string; onChoose: (reason: string) => void }) {
  const { t } = useTranslation('shops');
  return (
    <fieldset className="mt-3">
      <legend className="sr-only">{t('shops:shops.templates')}</legend>
      <div className="flex flex-wrap gap-1.5">
        {templates.map((name) => {
          const text = t(`shops:shops.template-${name}`);
          return (
            <Button
              key={name}
              size="small"
              className="h-auto! py-1 text-start whitespace-normal!"
              aria-pressed={chosen === text}
              onClick={() => onChoose(text)}
            >
              {text}
            </Button>
          );
        })}
      </div>
    </fieldset>
  );
}
