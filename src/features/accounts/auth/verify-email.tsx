import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useState } from 'react';
import { PasswordField } from '@/components/inputs/password-field';
import { ResendButton } from '@/components/inputs/resend-button';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import type { DemoEmail } from '@/contract/accounts/auth';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { usePartForm } from '@/lib/form/use-part-form';
import { useCountdown } from '@/lib/hooks/use-countdown';
import { useCredentials } from '@/lib/session/me';
import { showToast } from '@/lib/toast';
import { NoMail, useNoMail } from '../no-mail';
import { AuthLink } from './auth-link';
import { DemoEmailView } from './demo-email';
import { EmailField } from './email-field';

/** Seconds between two e-mails. */
const resendSeconds = 60;

/** Shown until the e-mail is confirmed: resend, change the address, or sign out. */
export function VerifyEmail() {
  const { t } = useTranslation(['accounts', 'common']);
  const { query } = useRouter();
  const [isChanging, setChanging] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const { left, start } = useCountdown();
  const client = useQueryClient();
  const credentials = useCredentials();
  const isDemo = useCan('outbox');
  const demo = useDemoEmail(isDemo && credentials !== null && query.verified !== '1');
  // The e-mail to another address belongs to its owner.
  const letter = sentTo ? undefined : demo.letter;
  const resend = useMutation({
    mutationFn: () => api.post('email/verification-notification', {}),
    onSuccess: ({ message, letter: written }) => {
      demo.setLetter(written);
      setSentTo(undefined);
      // Confirmed in another browser meanwhile: the gate redirects.
      if (message === 'EMAIL_ALREADY_VERIFIED') return void client.refetchQueries({ queryKey: ['me'] });
      start(resendSeconds);
      showToast('success', t('accounts:verify-email.sent'));
    },
  });
  const isClosed = useNoMail();
  useMeAgain();

  const isContact = query.of === 'contact';
  if (query.verified === '1') return <Verified isContact={isContact} />;
  if (isContact) return <DeadLink text={t('accounts:verify-email.contact-link-dead')} />;
  if (query.verified === '0' && !credentials)
    return <DeadLink text={t('accounts:verify-email.guest-link-dead')} />;
  return (
    <div className="space-y-4">
      <h1 className="text-title font-semibold">{t('common:text-verify-email')}</h1>
      <ErrorBanner
        text={t(query.verified === '0' ? 'accounts:verify-email.link-dead' : 'common:email-not-verified')}
      />
      {isClosed ? (
        <NoMail />
      ) : (
        <p className="text-ink-second">
          {sentTo
            ? t('accounts:verify-email.sent-to', { email: sentTo })
            : t('common:email-not-verified-message')}
        </p>
      )}
      {isDemo && sentTo && <p className="text-small text-ink-second">{t('accounts:demo-email.elsewhere')}</p>}
      {letter && <DemoEmailView letter={letter} />}
      {!isClosed && (
        <ResendButton
          {...(!letter && { variant: 'primary' })}
          label={t('accounts:verify-email.resend')}
          left={left}
          isLoading={resend.isPending}
          onClick={() => resend.mutate()}
          className="h-10! w-full"
        />
      )}
      {isChanging ? (
        <OtherEmail
          onSent={(email) => {
            setSentTo(email);
            setChanging(false);
            start(resendSeconds);
          }}
          onCancel={() => setChanging(false)}
        />
      ) : (
        <WaysOut onChange={() => setChanging(true)} />
      )}
    </div>
  );
}

function WaysOut({ onChange }: { onChange: () => void }) {
  const { t } = useTranslation(['accounts', 'common']);
  return (
    <div className="flex flex-wrap justify-between gap-2">
      <Button variant="ghost" className="-ms-3.5" onClick={onChange}>
        {t('accounts:verify-email.change')}
      </Button>
      <LinkButton variant="ghost" href="/logout" className="-me-3.5">
        {t('common:text-logout')}
      </LinkButton>
    </div>
  );
}

/** Target of the link in the e-mail. */
function Verified({ isContact }: { isContact: boolean }) {
  const { t } = useTranslation(['accounts', 'common']);
  const isGuest = !useCredentials();
  return (
    <div className="flex flex-col items-center text-center">
      <span className="grid size-12 place-items-center rounded-full bg-good-soft text-good">
        <BadgeCheck className="size-6" strokeWidth={1.75} />
      </span>
      <h1 className="mt-4 text-title font-semibold">
        {t(isContact ? 'accounts:verify-email.contact-done' : 'accounts:verify-email.done')}
      </h1>
      <p className="mt-1 text-ink-second">
        {isContact
          ? t('accounts:verify-email.contact-done-text')
          : t(isGuest ? 'accounts:verify-email.guest-done-text' : 'accounts:verify-email.done-text')}
      </p>
      <LinkButton href={isGuest ? '/login' : '/'} variant="primary" className="mt-5 h-10! w-full">
        {t(isGuest ? 'common:button-login' : 'accounts:verify-email.continue')}
      </LinkButton>
    </div>
  );
}

/** An invalid link, opened without a session. */
function DeadLink({ text }: { text: string }) {
  const { t } = useTranslation(['accounts', 'common']);
  return (
    <div className="space-y-4">
      <h1 className="text-title font-semibold">{t('common:text-verify-email')}</h1>
      <ErrorBanner text={text} />
      <LinkButton href="/login" variant="primary" className="h-10! w-full">
        {t('common:button-login')}
      </LinkButton>
      <p className="text-center text-ink-second">
        {t('common:text-no-account')} <AuthLink href="/register">{t('accounts:auth.register')}</AuthLink>
      </p>
    </div>
  );
}

/** Reloads the user when the tab regains focus: the link opens in another tab. The gate redirects then. */
function useMeAgain() {
  const client = useQueryClient();
  useEffect(() => {
    const ask = () => {
      if (!document.hidden) void client.refetchQueries({ queryKey: ['me'] });
    };
    document.addEventListener('visibilitychange', ask);
    window.addEventListener('focus', ask);
    return () => {
      document.removeEventListener('visibilitychange', ask);
      window.removeEventListener('focus', ask);
    };
  }, [client]);
}

/** The e-mail that would have been sent: queried in demo mode only, or part of an answer. */
function useDemoEmail(isWaiting: boolean) {
  const [newest, setLetter] = useState<DemoEmail>();
  const { data } = useQuery({
    queryKey: ['dev/email'],
    queryFn: () => api.get('dev/email'),
    enabled: isWaiting,
  });
  return { letter: newest ?? data?.letter ?? undefined, setLetter };
}

interface OtherEmailProps {
  /** Called with the new address. */
  onSent: (email: string) => void;
  onCancel: () => void;
}

/** Changes a mistyped address, confirmed by the password. */
function OtherEmail({ onSent, onCancel }: OtherEmailProps) {
  const { t } = useTranslation(['accounts', 'common']);
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.updateEmailSchema),
    values: { email: '', password: '' },
    send: (values) => api.post('update-email', values),
    onSent: (_answer, values) => onSent(String(values.email)),
  });

  return (
    <form noValidate onSubmit={part.submit} className="space-y-4 border-t border-line-faint pt-4">
      <EmailField part={part} label={t('accounts:profile.new-email')} />
      <PasswordField
        id="password"
        label={t('common:text-password')}
        {...part.field('password')}
        autoComplete="current-password"
      />
      {part.problem && <ErrorBanner text={part.problem} onClose={() => part.setProblem(undefined)} />}
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={onCancel}>{t('common:button-cancel')}</Button>
        <Button type="submit" variant="primary" isLoading={part.isSending}>
          {t('accounts:auth.send-letter')}
        </Button>
      </div>
    </form>
  );
}
