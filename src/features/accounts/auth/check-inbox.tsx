import { MailCheck } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { LinkButton } from '@/components/ui/link-button';
import { useSettings } from '@/state/settings';
import { ResendFooter } from './resend-footer';

/** Seconds between two letters. */
const patience = 60;

interface CheckInboxProps {
  email: string;
  resend: () => Promise<unknown>;
  onBack: () => void;
}

/** After a registration: the same for everybody, so that it tells nobody whether the address had an account. */
export function CheckInbox({ email, resend, onBack }: CheckInboxProps) {
  const { t } = useTranslation(['form', 'common']);
  const { useMustVerifyEmail: hasLetter } = useSettings();
  return (
    <div className="space-y-4">
      <span className="grid size-12 place-items-center rounded-full bg-good-soft text-good">
        <MailCheck aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </span>
      <h1 className="text-title font-semibold">
        {t(hasLetter ? 'form:auth.check-inbox' : 'form:auth.registered')}
      </h1>
      <p className="text-ink-second">
        {t(hasLetter ? 'form:auth.check-inbox-text' : 'form:auth.registered-text')}{' '}
        {hasLetter && (
          <span dir="ltr" className="font-medium wrap-anywhere text-ink">
            {email}
          </span>
        )}
      </p>
      <LinkButton href="/login" variant="primary" className="h-10! w-full">
        {t('common:button-login')}
      </LinkButton>
      {hasLetter && (
        <ResendFooter
          back={t('form:auth.other-email')}
          onBack={onBack}
          label={t('form:verify-email.resend')}
          wait={patience}
          resend={() => resend().then(() => patience)}
        />
      )}
    </div>
  );
}
