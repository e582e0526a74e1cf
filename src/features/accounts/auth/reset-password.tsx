import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { LinkButton } from '@/components/ui/link-button';
import { Loader } from '@/components/ui/loader';
import { api } from '@/lib/api/client';
import { lazyPart } from '@/lib/lazy-part';
import { ToLogin } from './auth-link';
import { NewPassword } from './new-password';

const Invitation = lazyPart(() => import('../invitations/invitation'), 'Invitation');

/** The link of an e-mail, which contains the address and a token: a new password, or an invitation. */
export function ResetPassword() {
  const { isReady, query } = useRouter();
  const { email, token } = query;
  const isWhole = typeof email === 'string' && typeof token === 'string' && email !== '' && token !== '';
  if (!isReady) return <Loader />;
  return isWhole ? <Mailed email={email} token={token} /> : <Dead />;
}

function Mailed({ email, token }: { email: string; token: string }) {
  const { t } = useTranslation(['accounts', 'common', 'form']);
  const [isWrong, setWrong] = useState(false);
  const { data, isPending } = useQuery({
    queryKey: ['mailed-token', email, token],
    queryFn: () => api.post('verify-forget-password-token', { email, token }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (isPending) return <Loader />;
  if (data?.reason) return <Dead text={t(`form:${data.reason}`)} />;
  if (isWrong || data?.success === false) return <Dead />;
  if (data?.invitation) return <Invitation email={email} token={token} offer={data.invitation} />;
  return (
    <>
      <h1 className="text-title font-semibold">{t('common:text-new-password')}</h1>
      <p dir="ltr" className="mt-1 break-all text-ink-second rtl:text-end">
        {email}
      </p>
      <NewPassword email={email} token={token} onTokenWrong={() => setWrong(true)} />
      <ToLogin />
    </>
  );
}

/** The link opens nothing any more; `text` says why, where it is known. */
function Dead({ text }: { text?: string }) {
  const { t } = useTranslation(['accounts', 'common']);
  return (
    <>
      <h1 className="text-title font-semibold">
        {t(text ? 'accounts:invitation.over' : 'common:text-new-password')}
      </h1>
      <div role="alert" className="mt-2 space-y-4">
        <p className="text-ink-second">{text ?? t('accounts:auth.link-dead')}</p>
        {!text && (
          <LinkButton href="/forgot-password" variant="primary" className="h-10! w-full">
            {t('accounts:auth.another-link')}
          </LinkButton>
        )}
      </div>
      <ToLogin />
    </>
  );
}
