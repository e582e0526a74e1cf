import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Badge } from '@/components/ui/badge';
import { api } from '@/lib/api/client';
import { usePartForm } from '@/lib/form/use-part-form';
import { getMe } from '@/lib/session/me';
import { showToast } from '@/lib/toast';
import { CurrentPassword } from './current-password';
import { SectionForm, type SectionProps } from './section-form';

/** A new address must be confirmed again; the password proves the person's identity. */
export function EmailSection({ me, onDirty }: SectionProps) {
  const { t } = useTranslation(['accounts', 'common']);
  const client = useQueryClient();
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.updateEmailSchema),
    values: { email: '', password: '' },
    send: (values) => api.post('update-email', values),
    onSent: (_answer, values) => {
      showToast('success', t('accounts:verify-email.sent-to', { email: values.email }));
      part.form.reset();
      // With mandatory confirmation `me` fails now: dropping it from the cache lets the gate redirect.
      getMe().then(
        (now) => client.setQueryData(['me'], now),
        () => client.resetQueries({ queryKey: ['me'] }),
      );
    },
    onDirty,
  });

  return (
    <SectionForm
      title={t('common:text-email')}
      text={t('accounts:profile.email-text')}
      part={part}
      submitLabel={t('accounts:profile.change-email')}
    >
      <p className="col-span-full flex flex-wrap items-center gap-2">
        <span dir="ltr" className="font-medium break-all">
          {me.email}
        </span>
        <Badge tone={me.email_verified ? 'good' : 'warn'}>
          {t(me.email_verified ? 'accounts:profile.email-proved' : 'accounts:profile.email-unproved')}
        </Badge>
      </p>
      <Field
        as={Input}
        id="new-email"
        label={t('accounts:profile.new-email')}
        {...part.field('email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        className="rtl:text-end"
      />
      <CurrentPassword part={part} id="email-password" />
    </SectionForm>
  );
}
