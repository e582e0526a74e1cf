import { Mail } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { EmailText, findFirstLink } from '@/components/domain/email-text';
import { buttonClass } from '@/components/ui/button-style';
import type { DemoEmail } from '@/contract/accounts/auth';

/** In demo mode no mail is sent: the e-mail is shown where it is awaited. */
export function DemoEmailView({ letter: { subject, body } }: { letter: DemoEmail }) {
  const { t } = useTranslation('accounts');
  const link = findFirstLink(body);
  return (
    <section
      aria-label={t('accounts:demo-email.title')}
      className="space-y-2.5 rounded-control border border-dashed border-accent bg-accent-soft p-3.5"
    >
      <p className="flex items-center gap-2 text-small font-medium text-accent-ink">
        <Mail className="size-4 shrink-0" />
        {t('accounts:demo-email.title')}
      </p>
      <p className="font-semibold">{subject}</p>
      <EmailText text={body} className="max-h-60 overflow-y-auto text-small" />
      {link && (
        <a href={link} className={`${buttonClass({ variant: 'primary' })} w-full`}>
          {t('accounts:demo-email.open')}
        </a>
      )}
    </section>
  );
}
