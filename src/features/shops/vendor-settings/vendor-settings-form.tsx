import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { RequisitesFields } from '@/components/domain/requisites/requisites-fields';
import { requisiteLabel } from '@/components/domain/requisites/values';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { FormFrame } from '@/components/form/form-frame';
import { Field } from '@/components/inputs/field';
import { PhoneInput } from '@/components/inputs/phone-input';
import { Select } from '@/components/inputs/select';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Card } from '@/components/ui/card';
import type { VendorSettings } from '@/contract/shops/vendor-settings';
import { api } from '@/lib/api/client';
import { useSbpMembers } from '@/lib/api/register-lookup';
import { useDraftKey } from '@/lib/form/use-draft';
import { useFormField } from '@/lib/form/use-form-field';
import { useRecordForm } from '@/lib/form/use-record-form';
import { useMe } from '@/lib/session/me';
import { showToast } from '@/lib/toast';
import { AccountCard } from './account-card';
import { Notifications } from './notifications';
import { settingsToSend, settingsValues } from './values';

const path = 'vendor/settings';

/** An owner's own requisites, fast payments and notifications. */
export function VendorSettingsForm() {
  const query = useQuery({
    queryKey: [path],
    queryFn: () => api.get(path),
    refetchOnMount: 'always',
  });
  return <QueryBoundary query={query}>{(settings) => <Opened settings={settings} />}</QueryBoundary>;
}

function Opened({ settings }: { settings: VendorSettings }) {
  const { t } = useTranslation(['shops', 'common', 'form']);
  const save = useSaveSettings();
  const { data: me } = useMe();
  const record = useRecordForm<VendorSettings>({
    record: settings,
    valuesOf: settingsValues,
    schema: () =>
      import('@/contract/shops/vendor-settings/schema').then((module) => module.vendorSettingsSchema),
    shown: settingsToSend,
    save: (values, version) => save.mutateAsync({ ...values, version }),
    reread: () => api.get(path),
    onSaved: () => {},
    leaveQuestion: t('form:draft.leave'),
    draft: { key: useDraftKey('vendor-settings') },
  });
  return (
    <FormFrame
      record={record}
      title={t('common:sidebar-nav-item-owner-settings')}
      top={me && <SecondPerson family="users" id={me.id} kinds={['fast-payments']} />}
      labelOf={(key) => t(`shops:vendor.parts.${key}`)}
      placeOf={(path) => {
        const requisite = requisiteLabel(path);
        return requisite ? { heading: t('shops:vendor.parts.company'), label: t(requisite) } : {};
      }}
      textOf={(_key, value) => textsIn(value).join(', ')}
      side={
        <>
          <AccountCard />
          <FastPayments form={record.form} />
          <Notifications form={record.form} />
        </>
      }
    >
      <RequisitesFields form={record.form} name="company" />
    </FormFrame>
  );
}

function useSaveSettings() {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  return useMutation({
    // The form shows both versions of a conflict itself.
    meta: { silent: ['CONFLICT', 'VALIDATION_FAILED'] },
    mutationFn: (input: FieldValues) => api.put(path, input),
    onSuccess: (saved) => {
      client.setQueryData([path], saved);
      // The notification address is part of the profile.
      void client.invalidateQueries({ queryKey: ['me'] });
      showToast('success', t('common:successfully-updated'));
    },
  });
}

/** Text of a section, for the conflict view. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter((text): text is string => typeof text === 'string' && text !== '');
}

/** Account of the fast payment system: a phone number and its bank. */
function FastPayments({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation(['shops', 'form']);
  const phone = useFormField(form, 'fast_payments.phone');
  const member = useFormField(form, 'fast_payments.member');
  const members = useSbpMembers();
  const banks = (members.data ?? []).map(({ schema, bankName }) => ({ value: schema, label: bankName }));
  const chosen = String(member.field.value ?? '');
  // The stored bank stays selectable, even if the list cannot be loaded.
  const unlisted =
    chosen && !banks.some(({ value }) => value === chosen) ? [{ value: chosen, label: chosen }] : [];
  return (
    <Card title={t('shops:vendor.parts.fast_payments')} text={t('shops:vendor.fast-payments-text')} isForm>
      <Field
        as={PhoneInput}
        id="field-fast-phone"
        label={t('shops:vendor.fields.phone')}
        error={phone.error}
        {...phone.field}
        value={String(phone.field.value ?? '')}
      />
      <Field
        as={Select}
        id="field-fast-member"
        label={t('shops:vendor.fields.member')}
        error={member.error}
        hint={members.isError ? t('shops:vendor.no-banks') : undefined}
        {...member.field}
        value={chosen}
        options={[
          {
            value: '',
            label: t(members.isPending ? 'form:relation.loading' : 'form:requisites.choose'),
          },
          ...unlisted,
          ...banks,
        ]}
      />
    </Card>
  );
}
