import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { ImagesField } from '@/components/media/images-field';
import type { Attachment } from '@/contract/core/define';
import type { DialogProps } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { useSettings } from '@/state/settings';
import { CallRefusal } from '../call-refusal';
import { useRefundCall } from '../use-refund-call';

/** A shop objects to a refund with a reason and photos; then an administrator decides. */
export function ObjectDialog({ data: { id }, onClose }: DialogProps<'OBJECT_REFUND'>) {
  const { t } = useTranslation(['refunds', 'form']);
  const [note, setNote] = useState('');
  const { upload_max_filesize: maxKib } = useSettings().server_info;
  const [images, setImages] = useState<Attachment[]>([]);
  const [isTried, setTried] = useState(false);
  const call = useRefundCall({
    run: (body: object) => api.post(`refunds/${id}/answer`, body),
    done: () => t('refunds:refunds.returns.objected'),
    onDone: onClose,
  });
  const text = note.trim();
  const handleConfirm = () => {
    setTried(true);
    if (text) call.mutate({ answer: 'objected', note: text, images });
  };
  return (
    <AskForm
      title={t('refunds:refunds.returns.object-title')}
      text={t('refunds:refunds.returns.object-text')}
      confirmLabel={t('refunds:refunds.returns.object')}
      isLoading={call.isPending}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <Field
        as={Textarea}
        id="objection-note"
        label={t('refunds:refunds.returns.object-note')}
        hint={t('refunds:refunds.returns.object-hint')}
        isRequired
        error={isTried && !text ? t('form:error-refund-note-required') : undefined}
        rows={3}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <ImagesField
        id="objection-images"
        label={t('refunds:refunds.dialogs.pictures')}
        maxKib={maxKib}
        value={images}
        onChange={setImages}
      />
      <CallRefusal error={call.error} />
    </AskForm>
  );
}
