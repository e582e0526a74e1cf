import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { viewMinutes } from '@/contract/accounts/vendor-views';
import { defaultLanguage } from '@/contract/core/languages';
import type { DialogProps } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { enterView } from '@/lib/session/view';
import { basePath } from '@/lib/site';
import { ActionDialog } from '../users/action-dialog';

/** Asks why, and opens the panel in this tab as the vendor sees it. */
export function SeeAsDialog({ data: { id, name, path }, onClose }: DialogProps<'SEE_AS'>) {
  const { t } = useTranslation(['accounts', 'form']);
  const { locale = defaultLanguage } = useRouter();
  const [reason, setReason] = useState('');
  const start = useMutation({
    mutationFn: () => api.post('vendor-views', { user_id: id, reason }),
    meta: { silent: ['VALIDATION_FAILED'] },
    onSuccess: (opened) =>
      enterView(opened, `${basePath}${locale === defaultLanguage ? '' : `/${locale}`}${path}`),
  });
  const { reason: wrong, user_id: person } = start.error ? toClientError(start.error).fields : {};
  const refusal = wrong?.[0] ?? person?.[0];
  return (
    <ActionDialog
      icon={<Eye className="size-6" strokeWidth={1.75} />}
      tone="accent"
      title={t('accounts:see-as.title')}
      text={t('accounts:see-as.text', { count: viewMinutes })}
      subject={name}
      confirmLabel={t('accounts:see-as.confirm')}
      // The next page is loading.
      isLoading={start.isPending || start.isSuccess}
      onConfirm={() => start.mutate()}
      onClose={onClose}
    >
      <Field
        as={Textarea}
        id="field-reason"
        label={t('accounts:see-as.reason')}
        hint={t('accounts:see-as.reason-hint')}
        error={refusal && t(`form:${refusal}`, { defaultValue: refusal })}
        isRequired
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ActionDialog>
  );
}
