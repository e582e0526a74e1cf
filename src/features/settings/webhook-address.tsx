import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import { env } from '@/lib/env';
import { showToast } from '@/lib/toast';

const copiedMs = 5000;

/** Where the gateway of the fast payment system tells of payments: to be given to the bank (reference pages §3.3). */
export function WebhookAddress({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation(['form', 'common']);
  const isOn = useWatch({ control: form.control, name: 'useSbp' });
  const [isCopied, setCopied] = useState(false);
  if (isOn !== true) return null;
  const address = new URL(`${env.apiUrl}/webhooks/sbp`, window.location.origin).href;
  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
      setTimeout(() => setCopied(false), copiedMs);
    } catch {
      showToast('error', t('form:qr.copy-failed'));
    }
  }
  return (
    <Field id="sbp-webhook" label={t('form:settings.webhook')} hint={t('form:settings.webhook-hint')}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            dir="ltr"
            readOnly
            value={address}
            onFocus={(event) => event.target.select()}
            className="min-w-0 flex-1"
          />
          <Button
            icon={
              isCopied ? (
                <Check aria-hidden="true" className="size-4" />
              ) : (
                <Copy aria-hidden="true" className="size-4" />
              )
            }
            onClick={() => void handleCopy()}
          >
            <span aria-live="polite">{t(isCopied ? 'common:text-copied' : 'form:settings.copy')}</span>
          </Button>
        </div>
      )}
    </Field>
  );
}
