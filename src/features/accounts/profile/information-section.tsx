import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { PhoneInput } from '@/components/inputs/phone-input';
import { Textarea } from '@/components/inputs/textarea';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { Me } from '@/contract/accounts/auth';
import { type PartForm, usePartForm } from '@/lib/form/use-part-form';
import { wholePhone } from '@/lib/format/phone-mask';
import { ContactConfirm } from './contact-confirm';
import { SectionForm, type SectionProps } from './section-form';
import { useSaveProfile } from './use-save-profile';

const valuesOf = ({ name, profile }: Me) => ({
  name,
  bio: profile?.bio ?? '',
  contact: profile?.contact ?? '',
});

/** Name, bio and phone; a confirmed phone can be used to sign in. */
export function InformationSection({ me, onDirty }: SectionProps) {
  const { t } = useTranslation('accounts');
  const client = useQueryClient();
  const save = useSaveProfile(me);
  const [confirmed, setConfirmed] = useState<string>();
  const part = usePartForm({
    schema: () =>
      import('@/contract/accounts/users/schema').then(({ userSchema, profileSchema }) =>
        userSchema.pick(['name']).concat(profileSchema.pick(['bio', 'contact'])),
      ),
    values: valuesOf(me),
    send: ({ name, bio, contact }) => save.mutateAsync({ name, bio: bio || null, contact: contact || null }),
    onSent: (_answer, values) =>
      part.form.reset({ ...values, bio: values.bio ?? '', contact: values.contact ?? '' }),
    onDirty,
  });

  return (
    <SectionForm
      title={t('accounts:profile.information')}
      part={part}
      after={
        confirmed && (
          <ContactConfirm
            key={confirmed}
            phone={confirmed}
            userId={me.id}
            onDone={() => {
              setConfirmed(undefined);
              part.form.resetField('contact', { defaultValue: confirmed });
              void client.invalidateQueries({ queryKey: ['me'] });
            }}
            onCancel={() => setConfirmed(undefined)}
          />
        )
      }
    >
      <Field
        as={Input}
        id="name"
        label={t('accounts:auth.name')}
        isRequired
        {...part.field('name')}
        autoComplete="name"
      />
      <ContactField me={me} part={part} isConfirming={confirmed !== undefined} onConfirm={setConfirmed} />
      <div className="col-span-full">
        <Field
          as={Textarea}
          id="bio"
          label={t('accounts:profile.bio')}
          hint={t('accounts:profile.bio-hint')}
          {...part.field('bio')}
          rows={3}
        />
      </div>
    </SectionForm>
  );
}

interface ContactFieldProps {
  me: Me;
  part: PartForm;
  isConfirming: boolean;
  onConfirm: (phone: string) => void;
}

function ContactField({ me, part, isConfirming, onConfirm }: ContactFieldProps) {
  const { t } = useTranslation('accounts');
  const contact = part.bind('contact');
  const typed = wholePhone(contact.value);
  const isProved = me.profile?.contact_verified === true && typed === wholePhone(me.profile.contact ?? '');
  return (
    <div>
      <Field
        as={PhoneInput}
        id="contact"
        label={t('accounts:auth.phone')}
        hint={t('accounts:profile.contact-hint')}
        error={part.errorOf('contact')}
        {...contact}
      />
      {typed && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Badge tone={isProved ? 'good' : 'warn'}>
            {t(isProved ? 'accounts:profile.contact-proved' : 'accounts:profile.contact-unproved')}
          </Badge>
          {!isProved && !isConfirming && (
            <Button size="small" onClick={() => onConfirm(typed)}>
              {t('accounts:profile.confirm-contact')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
