import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { LinkButton } from '@/components/ui/link-button';
import { AuthLink } from './auth-link';
import { NewPassword } from './new-password';

/** A new password by the link of an e-mail, which contains the address and the token. */
export function ResetPassword() {
  const { t } = useTranslation(['accounts', 'common']);
  const { query } = useRouter();
  const [isWrong, setWrong] = useState(false);
  const { email, token } = query;
  const isWhole = typeof email === 'string' && typeof token === 'string' && email !== '' && token !== '';

  return (
    <>
      <h1 className="text-title font-semibold">{t('common:text-new-password')}</h1>
      {isWhole && !isWrong ? (
        <>
          <p dir="ltr" className="mt-1 break-all text-ink-second rtl:text-end">
            {email}
          </p>
          <NewPassword email={email} token={token} onTokenWrong={() => setWrong(true)} />
        </>
      ) : (
        <div role="alert" className="mt-2 space-y-4">
          <p className="text-ink-second">{t('accounts:auth.link-dead')}</p>
          <LinkButton href="/forgot-password" variant="primary" className="h-10! w-full">
            {t('accounts:auth.another-link')}
          </LinkButton>
        </div>
      )}
      <p className="mt-5 border-t border-line-faint pt-4 text-center">
        <AuthLink href="/login">{t('common:link-login-password')}</AuthLink>
      </p>
    </>
  );
}
