import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { SendPart } from '@/components/form/send-part';
import { LinkButton } from '@/components/ui/link-button';
import { api } from '@/lib/api/client';
import { usePartForm } from '@/lib/form/use-part-form';
import { ConsentFields } from './consent-fields';

/** First visit of a person whom a shop front has registered without our consents. */
export function GiveConsents() {
  const { t } = useTranslation(['accounts', 'common']);
  const client = useQueryClient();
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.consentsSchema),
    values: { accepts_personal_data: false, accepts_terms: false },
    send: (values) => api.post('consents', values),
    // The gate opens the page that was asked for.
    onSent: () => void client.refetchQueries({ queryKey: ['me'] }),
  });
  return (
    <>
      <form noValidate onSubmit={part.submit} className="space-y-4">
        <div>
          <h1 className="text-title font-semibold">{t('accounts:auth.consents-title')}</h1>
          <p className="mt-1 text-ink-second">{t('accounts:auth.consents-text')}</p>
        </div>
        <ConsentFields part={part} />
        <SendPart part={part} label={t('accounts:auth.consents-give')} />
      </form>
      <LinkButton variant="ghost" href="/logout" className="mt-4 w-full">
        {t('common:text-logout')}
      </LinkButton>
    </>
  );
}
