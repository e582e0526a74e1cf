import { useTranslation } from 'next-i18next/pages';
import { useWatch } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Switch } from '@/components/inputs/switch';
import { usePartForm } from '@/lib/form/use-part-form';
import { SectionForm, type SectionProps } from './section-form';
import { useSaveProfile } from './use-save-profile';

/** Address for e-mails to an administrator about new messages. */
export function NotificationSection({ me, onDirty }: SectionProps) {
  const { t } = useTranslation('accounts');
  const save = useSaveProfile(me);
  const { email = '', enable = false } = me.profile?.notifications ?? {};
  const part = usePartForm({
    schema: () =>
      import('@/contract/accounts/users/schema').then(({ profileSchema }) =>
        profileSchema.pick(['notifications']),
      ),
    values: { notifications: { email: email ?? '', enable } },
    send: ({ notifications }) =>
      save.mutateAsync({
        notifications: { email: notifications.email || null, enable: notifications.enable },
      }),
    onSent: (_answer, values) => part.form.reset(values),
    onDirty,
  });
  const isOn = useWatch({ control: part.form.control, name: 'notifications.enable' }) === true;

  return (
    <SectionForm
      title={t('accounts:profile.notifications')}
      text={t('accounts:profile.notifications-text')}
      part={part}
    >
      <div className="col-span-full flex items-center justify-between gap-3">
        <label htmlFor="notify">{t('accounts:profile.notify')}</label>
        <Switch
          id="notify"
          isOn={isOn}
          onChange={(next) => part.form.setValue('notifications.enable', next, { shouldDirty: true })}
        />
      </div>
      <Field
        as={Input}
        id="notification-email"
        label={t('accounts:profile.notification-email')}
        hint={t('accounts:profile.notification-hint')}
        {...part.field('notifications.email')}
        type="email"
        autoComplete="email"
        dir="ltr"
        className="rtl:text-end"
      />
    </SectionForm>
  );
}
