import '@/lib/i18n/form-words';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { FieldValues } from 'react-hook-form';
import { RequisitesFields } from '@/components/domain/requisites/requisites-fields';
import { QueryBoundary } from '@/components/page/query-boundary';
import type { VendorSettings } from '@/contract/shops/vendor-settings';
import { FormFrame } from '@/crud/form/form-frame';
import { useRecordForm } from '@/crud/form/use-record-form';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';
import { AccountCard } from './account-card';
import { FastPayments } from './fast-payments';
import { Notifications } from './notifications';
import { settingsToSend, settingsValues } from './values';

const path = 'vendor/settings';

/** An owner's own requisites, fast payments and notifications (reference pages §3.4). */
export function VendorSettingsForm() {
  const query = useQuery({
    queryKey: [path],
    queryFn: () => api.get<VendorSettings>(path),
    refetchOnMount: 'always',
    meta: { silent: true },
  });
  return <QueryBoundary query={query}>{(settings) => <Opened settings={settings} />}</QueryBoundary>;
}

function Opened({ settings }: { settings: VendorSettings }) {
  const { t } = useTranslation(['form', 'common']);
  const save = useSaveSettings();
  const record = useRecordForm<VendorSettings>({
    record: settings,
    valuesOf: settingsValues,
    schema: () =>
      import('@/contract/shops/vendor-settings/schema').then((module) => module.vendorSettingsSchema),
    shown: settingsToSend,
    save: (values, version) => save.mutateAsync({ ...values, version }),
    onSaved: () => {},
    leaveQuestion: t('form:leave-question'),
  });
  return (
    <FormFrame
      record={record}
      title={t('common:sidebar-nav-item-owner-settings')}
      labelOf={(key) => t(`form:vendor.parts.${key}`)}
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
    // The form shows both sides of a conflict itself.
    meta: { silent: ['CONFLICT', 'VALIDATION_FAILED'] },
    mutationFn: (input: FieldValues) => api.put<VendorSettings>(path, input),
    onSuccess: (saved) => {
      client.setQueryData([path], saved);
      // Where word of the work is sent is part of the profile.
      void client.invalidateQueries({ queryKey: ['me'] });
      showToast('success', t('common:successfully-updated'));
    },
  });
}

/** What is written in a part of the form, for who compares two of them. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter((text): text is string => typeof text === 'string' && text !== '');
}
