import { useTranslation } from 'next-i18next/pages';
import { FormFrame } from '@/components/form/form-frame';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Card } from '@/components/ui/card';
import { type FormField, familyPaths } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import { FieldInput } from '@/crud/form/field-input';
import { useAfterSave } from '@/crud/form/resource-form';
import { useSave } from '@/crud/form/use-save';
import type { FormProps, JsonRecord, Row } from '@/crud/types';
import { useDraftKey } from '@/lib/form/use-draft';
import { useRecordForm } from '@/lib/form/use-record-form';
import { pictureIn } from '@/lib/format/pictures';
import { useLabels } from '@/lib/i18n/labels';
import { PasswordField } from './password-field';

/** An administrator creates an account with name, e-mail and password; later only name and profile can change. */
export function UserForm({ resource, row }: FormProps) {
  const labels = useLabels(resource);
  const { list } = familyPaths(resource);
  const record = useUserForm({ resource, ...(row && { row }) });
  const { form } = record;
  const input = (field: FormField<JsonRecord>, name?: string) => (
    <FieldInput resource={resource} field={field} form={form} {...(name && { name })} />
  );
  return (
    <FormFrame
      record={record}
      title={row ? resource.titleOf(row) : labels.text('new')}
      parent={{ href: list, label: labels.text('title') }}
      cancelHref={row ? familyPaths(resource).details(row.id) : list}
      labelOf={labels.field}
      placeOf={(path) => ({ label: labels.field(path.replace('profile.', '')) })}
      textOf={(_key, value) => profileText(value)}
      side={row && <Card isForm>{input({ key: 'avatar', kind: 'image' }, 'profile.avatar')}</Card>}
    >
      <Card isForm>
        {input({ key: 'name', kind: 'text', required: true })}
        {row ? (
          <Field
            as={Input}
            id="field-email"
            label={labels.field('email')}
            hint={labels.hint('email-fixed')}
            dir="ltr"
            readOnly
            value={String(row.email)}
          />
        ) : (
          <>
            {input({ key: 'email', kind: 'text', required: true })}
            <PasswordField resource={resource} form={form} />
          </>
        )}
        {row && input({ key: 'contact', kind: 'text' }, 'profile.contact')}
        {row && input({ key: 'bio', kind: 'textarea', rows: 5 }, 'profile.bio')}
      </Card>
    </FormFrame>
  );
}

function useUserForm({ resource, row }: FormProps) {
  const { t } = useTranslation('form');
  const save = useSave(resource);
  const navigateAfterSave = useAfterSave(resource, undefined);
  return useRecordForm<Row>({
    record: row,
    valuesOf: (one) => (one ? { name: one.name, profile: profileValues(one) } : { ...resource.initial }),
    schema: async () => {
      const { newUserSchema, userSchema } = await import('@/contract/accounts/users/schema');
      return row ? userSchema.pick(['name', 'profile']) : newUserSchema.omit(['profile']);
    },
    save: (body, version, _seen, idempotencyKey) =>
      save.mutateAsync({ id: row?.id, version, language: defaultLanguage, body, idempotencyKey }),
    onSaved: (saved) => navigateAfterSave(saved, row ? 'update' : 'create'),
    leaveQuestion: t('form:draft.leave'),
    draft: { key: useDraftKey('users', row?.id) },
  });
}

/** Shown profile fields, and those that only the person may change, which are sent back unchanged. */
function profileValues({ profile }: Row): JsonRecord {
  const found: JsonRecord = typeof profile === 'object' && profile !== null ? { ...profile } : {};
  const { avatar = null, contact, bio, socials = [], notifications = {} } = found;
  return { avatar, contact: contact ?? '', bio: bio ?? '', socials, notifications };
}

/** One side of a conflict: the profile as text, or the name. */
function profileText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '—') || '—';
  const { contact, bio, avatar }: JsonRecord = { ...value };
  return [contact, bio, pictureIn(avatar)?.file_name].filter(Boolean).join(' · ') || '—';
}
