import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { ErrorBanner } from '@/components/page/error-banner';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { Loader } from '@/components/ui/loader';
import type { InvitationAccepted, InvitationOffer } from '@/contract/accounts/auth';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { formatDate } from '@/lib/format/format';
import { useSwitchShop } from '@/lib/hooks/switch-shop';
import { useRedirect } from '@/lib/hooks/use-redirect';
import { useCredentials, useMe } from '@/lib/session/me';
import { NewPassword } from '../auth/new-password';
import { useRoleName } from '../role-name';

interface InvitationProps {
  email: string;
  token: string;
  offer: InvitationOffer;
}

/** An invitation into a shop or into the team: accepted under one's own sign-in, without an account by a password. */
export function Invitation({ email, token, offer }: InvitationProps) {
  const { t } = useTranslation('accounts');
  const [isLate, setLate] = useState(false);
  const [accepted, setAccepted] = useState<InvitationAccepted>();
  const isSignedIn = useCredentials() !== null;
  if (accepted?.shop) return <Joined shop={accepted.shop} />;
  return (
    <>
      <Offer offer={offer} />
      {offer.has_account || isLate ? (
        <ByAccount email={email} token={token} isSignedIn={isSignedIn} onAccepted={setAccepted} />
      ) : (
        <>
          <p className="mt-4 text-ink-second">{t('accounts:invitation.new-account', { email })}</p>
          <NewPassword email={email} token={token} onTokenWrong={() => setLate(true)} />
        </>
      )}
    </>
  );
}

function Offer({ offer: { shop, role, scopes, expires_at } }: { offer: InvitationOffer }) {
  const { t } = useTranslation(['accounts', 'shops']);
  const nameOf = useRoleName();
  const given = role ? [nameOf(role)] : scopes.map((scope) => t(`shops:staffs.options.scopes.${scope}`));
  return (
    <>
      <h1 className="text-title font-semibold">
        {t(shop ? 'accounts:invitation.to-shop' : 'accounts:invitation.to-team')}
      </h1>
      <div className="mt-3 flex items-center gap-3 rounded-control bg-sunken p-3">
        {shop && <Avatar name={shop.name} path={shop.logo?.thumbnail} size="normal" shape="square" />}
        <div className="min-w-0">
          {shop && <p className="font-semibold break-words">{shop.name}</p>}
          <p className="text-ink-second">{given.join(', ')}</p>
        </div>
      </div>
      <p className="mt-2 text-small text-ink-second">
        {t('accounts:invitation.until', { date: formatDate(expires_at) })}
      </p>
    </>
  );
}

interface ByAccountProps {
  email: string;
  token: string;
  isSignedIn: boolean;
  onAccepted: (accepted: InvitationAccepted) => void;
}

function ByAccount({ email, token, isSignedIn, onAccepted }: ByAccountProps) {
  const { t } = useTranslation(['accounts', 'common']);
  const { data: me, isPending } = useMe();
  if (!isSignedIn) {
    const here = `/reset-password?${new URLSearchParams({ email, token })}`;
    return (
      <>
        <p className="mt-4 text-ink-second">{t('accounts:invitation.has-account', { email })}</p>
        <LinkButton
          href={`/login?from_url=${encodeURIComponent(here)}`}
          variant="primary"
          className="mt-4 h-10! w-full"
        >
          {t('accounts:invitation.sign-in')}
        </LinkButton>
      </>
    );
  }
  if (!me && isPending) return <Loader />;
  if (me && me.email !== email)
    return (
      <>
        <p className="mt-4">{t('accounts:invitation.other-person', { email, own: me.email })}</p>
        <LinkButton href="/logout" className="mt-4 h-10! w-full">
          {t('common:text-logout')}
        </LinkButton>
      </>
    );
  return <Accept email={email} token={token} onAccepted={onAccepted} />;
}

function Accept({ email, token, onAccepted }: Omit<ByAccountProps, 'isSignedIn'>) {
  const { t } = useTranslation(['accounts', 'common', 'form']);
  const redirect = useRedirect();
  const { refresh } = useSwitchShop();
  const accept = useMutation({
    mutationFn: () => api.post('invitations/accept', { email, token }),
    onSuccess: async (accepted) => {
      await refresh();
      if (accepted.shop && !accepted.is_current) onAccepted(accepted);
      else redirect('/', 'replace');
    },
    meta: { silent: true },
  });
  const failure = accept.error ? toClientError(accept.error) : undefined;
  const reason = failure?.fields.token?.[0];
  return (
    <>
      <p className="mt-4 text-ink-second">{t('accounts:invitation.signed-in', { email })}</p>
      {failure && (
        <div className="mt-3">
          <ErrorBanner text={reason ? t(`form:${reason}`) : errorText(t, failure)} onClose={accept.reset} />
        </div>
      )}
      <Button
        variant="primary"
        isLoading={accept.isPending}
        onClick={() => accept.mutate()}
        className="mt-4 h-10! w-full"
      >
        {t('accounts:invitation.accept')}
      </Button>
    </>
  );
}

/** The person goes on in the shop so far, or opens the new one. */
function Joined({ shop }: { shop: NonNullable<InvitationAccepted['shop']> }) {
  const { t } = useTranslation('accounts');
  const { switchTo, isSwitching } = useSwitchShop();
  const { data: me } = useMe();
  return (
    <>
      <h1 className="text-title font-semibold">{t('accounts:invitation.joined', { shop: shop.name })}</h1>
      <p className="mt-2 text-ink-second">
        {t('accounts:invitation.current', { shop: me?.managed_shop?.name ?? '' })}
      </p>
      <div className="mt-4 grid gap-2">
        <Button
          variant="primary"
          isLoading={isSwitching}
          onClick={() => switchTo(shop.id)}
          className="h-10! w-full"
        >
          {t('accounts:invitation.open', { shop: shop.name })}
        </Button>
        <LinkButton href="/" className="h-10! w-full">
          {t('accounts:invitation.stay')}
        </LinkButton>
      </div>
    </>
  );
}
