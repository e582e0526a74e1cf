import { useTranslation } from 'next-i18next/pages';
import { SendPart } from '@/components/form/send-part';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { ErrorBanner } from '@/components/page/error-banner';
import { LinkButton } from '@/components/ui/link-button';
import { isExtended, useAnnounced } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { ClientError, toClientError } from '@/lib/api/errors';
import { usePartForm } from '@/lib/form/use-part-form';
import { useCredentials } from '@/lib/session/me';
import { reloadPage } from '@/lib/session/session';
import { showToast } from '@/lib/toast';

/** The page reloads after the toast was shown long enough to read. */
const pause = 1000;

/** Asks for the licence key where servers of the dialect want one; ours works without. */
export function VerifyLicense() {
  const { t } = useTranslation(['accounts', 'common']);
  const isKnown = useAnnounced() !== undefined;
  if (!isKnown || !isExtended()) return <KeyForm />;
  return (
    <div className="space-y-4">
      <h1 className="text-title font-semibold">{t('common:text-verify-license')}</h1>
      <p className="text-ink-second">{t('accounts:verify-license.not-needed')}</p>
      <LinkButton variant="primary" href="/" className="w-full">
        {t('common:text-return-home')}
      </LinkButton>
    </div>
  );
}

/** Without the key such a server responds with 417. */
function KeyForm() {
  const { t } = useTranslation(['accounts', 'common']);
  const isSignedIn = useCredentials() !== null;
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.licenseSchema),
    values: { license_key: '' },
    send: async (values) => {
      try {
        return await api.post('license-key/verify', values);
      } catch (reason) {
        const failure = toClientError(reason);
        if (failure.status !== 404) throw failure;
        throw new ClientError('VALIDATION_FAILED', { fields: { license_key: ['error-license-wrong'] } });
      }
    },
    onSent: () => {
      showToast('success', t('accounts:verify-license.done'));
      setTimeout(reloadPage, pause);
    },
  });

  return (
    <form noValidate onSubmit={part.submit} className="space-y-4">
      <h1 className="text-title font-semibold">{t('common:text-verify-license')}</h1>
      <ErrorBanner text={t('common:license-not-verified')} />
      <Field
        as={Input}
        id="license_key"
        label={t('accounts:verify-license.key')}
        hint={t('accounts:verify-license.hint')}
        {...part.field('license_key')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        placeholder="xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
        className="font-mono"
      />
      <SendPart part={part} label={t('accounts:verify-license.check')} />
      {isSignedIn && (
        <LinkButton variant="ghost" href="/logout" className="w-full">
          {t('common:text-logout')}
        </LinkButton>
      )}
    </form>
  );
}
