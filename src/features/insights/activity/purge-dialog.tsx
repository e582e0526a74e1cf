import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { ErrorBanner } from '@/components/page/error-banner';
import type { DialogProps } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { errorText, toClientError, usesText } from '@/lib/api/errors';
import { showToast } from '@/lib/toast';

export function PurgeDialog({ data: { family, id, title }, onClose }: DialogProps<'PURGE_RECORD'>) {
  const { t } = useTranslation(['insights', 'common']);
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const purge = useMutation({
    mutationFn: () =>
      api.call({ method: 'delete', url: `trash/${family as string}/${id}`, data: { confirmation: typed } }),
    onSuccess: async () => {
      showToast('success', t('insights:trash.purged', { title }));
      await Promise.all(['trash', 'activity'].map((key) => client.invalidateQueries({ queryKey: [key] })));
      onClose();
    },
    meta: { silent: true },
  });
  const handleConfirm = () => {
    const isRight = typed.trim() === String(id);
    setWrong(!isRight);
    if (isRight) purge.mutate();
  };
  return (
    <AskForm
      title={t('insights:trash.purge-title')}
      text={t('insights:trash.purge-text', { title })}
      confirmLabel={t('insights:trash.purge-button')}
      isDanger
      isLoading={purge.isPending}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <Field
        as={Input}
        id="purge-number"
        label={t('insights:trash.purge-label', { id })}
        {...(isWrong && { error: t('insights:trash.purge-wrong') })}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
        }}
      />
      {purge.error && <Failure error={purge.error} />}
    </AskForm>
  );
}

function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation(['insights', 'common']);
  const failure = toClientError(error);
  const uses = usesText(t, failure.uses);
  const text = uses === '' ? errorText(t, failure) : t('insights:trash.held', { uses });
  return <ErrorBanner text={text} requestId={failure.requestId} />;
}
