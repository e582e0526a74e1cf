import { MailCheck } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { SendPart } from '@/components/form/send-part';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { LinkButton } from '@/components/ui/link-button';
import type { DemoEmail } from '@/contract/accounts/auth';
import type { BodyOf } from '@/contract/endpoint-types';
import { api } from '@/lib/api/client';
import { usePartForm } from '@/lib/form/use-part-form';
import { useSettings } from '@/state/settings';
import { NoMail, useNoMail } from '../no-mail';
import { accept } from './accept';
import { AuthLink } from './auth-link';
import { ConsentFields, useDocuments } from './consent-fields';
import { DemoEmailView } from './demo-email';
import { EmailField } from './email-field';
import { NewPasswordField } from './new-password-field';
import { ResendFooter } from './resend-footer';

/** Registration of a future shop owner. */
export function RegisterForm() {
  const { t } = useTranslation(['form', 'common', 'accounts']);
  const [sent, setSent] = useState<{ values: BodyOf<'POST', 'register'>; letter: DemoEmail | undefined }>();
  const hasDocuments = useDocuments()?.length !== 0;
  const needsLetter = useSettings().useMustVerifyEmail;
  const isClosed = useNoMail() && needsLetter;
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.registerSchema),
    context: { hasDocuments },
    values: {
      name: '',
      email: '',
      password: '',
      permission: 'store_owner',
      accepts_personal_data: false,
      accepts_terms: false,
    },
    send: (values) => api.post('register', values),
    // Our server signs nobody in, so as not to reveal known addresses; other servers of the dialect do.
    onSent: ({ token, permissions = [], ...answer }, values) => {
      if (!token) return setSent({ values, letter: answer.letter });
      const key = accept({ ...answer, token, permissions });
      if (key) part.setProblem(t(key));
    },
  });

  if (sent) {
    return (
      <CheckInbox
        email={String(sent.values.email)}
        letter={sent.letter}
        resend={async () => {
          const { letter } = await api.post('register', sent.values);
          setSent({ values: sent.values, letter });
        }}
        onBack={() => setSent(undefined)}
      />
    );
  }
  return (
    <>
      <div>
        <h1 className="text-title font-semibold">{t('common:admin-register-title')}</h1>
        <p className="mt-1 text-ink-second">{t('accounts:auth.register-text')}</p>
      </div>
      {isClosed ? (
        <NoMail />
      ) : (
        <form noValidate onSubmit={part.submit} className="mt-4 space-y-4">
          <Field
            as={Input}
            id="name"
            label={t('accounts:auth.name')}
            {...part.field('name')}
            autoComplete="name"
          />
          <EmailField part={part} />
          <NewPasswordField part={part} name="password" label={t('common:text-password')} />
          <ConsentFields part={part} />
          <SendPart part={part} label={t('accounts:auth.register')} />
        </form>
      )}
      <p className="mt-5 border-t border-line-faint pt-4 text-center text-ink-second">
        {t('accounts:auth.have-account')} <AuthLink href="/login">{t('common:button-login')}</AuthLink>
      </p>
    </>
  );
}

/** Seconds between two e-mails. */
const patience = 60;

interface CheckInboxProps {
  email: string;
  letter: DemoEmail | undefined;
  resend: () => Promise<unknown>;
  onBack: () => void;
}

/** After a registration: the same for everybody, so that it does not reveal whether the address had an account. */
function CheckInbox({ email, letter, resend, onBack }: CheckInboxProps) {
  const { t } = useTranslation(['accounts', 'common']);
  const { useMustVerifyEmail: hasLetter } = useSettings();
  return (
    <div className="space-y-4">
      <span className="grid size-12 place-items-center rounded-full bg-good-soft text-good">
        <MailCheck className="size-6" strokeWidth={1.75} />
      </span>
      <h1 className="text-title font-semibold">
        {t(hasLetter ? 'accounts:auth.check-inbox' : 'accounts:auth.registered')}
      </h1>
      <p className="text-ink-second">
        {t(hasLetter ? 'accounts:auth.check-inbox-text' : 'accounts:auth.registered-text')}{' '}
        {hasLetter && (
          <span dir="ltr" className="font-medium wrap-anywhere text-ink">
            {email}
          </span>
        )}
      </p>
      {letter && <DemoEmailView letter={letter} />}
      <LinkButton href="/login" {...(!letter && { variant: 'primary' })} className="h-10! w-full">
        {t('common:button-login')}
      </LinkButton>
      {hasLetter && (
        <ResendFooter
          back={t('accounts:auth.other-email')}
          onBack={onBack}
          label={t('accounts:verify-email.resend')}
          wait={patience}
          resend={() => resend().then(() => patience)}
        />
      )}
    </div>
  );
}
