import { useTranslation } from 'next-i18next/pages';
import { Field } from '@/components/inputs/field';
import type { RelationOption } from '@/components/inputs/relation-picker';
import { RemotePicker } from '@/components/inputs/remote-picker';
import { Textarea } from '@/components/inputs/textarea';
import { ImagesField } from '@/components/media/images-field';
import type { Attachment } from '@/contract/core/define';
import { useSettings } from '@/state/settings';

/** Reason of a refund. */
export interface RequestAbout {
  reason: RelationOption | null;
  description: string;
  images: Attachment[];
}

/** True while neither a reason is chosen nor one is written. */
export const lacksReason = ({ reason, description }: RequestAbout): boolean =>
  !reason && description.trim() === '';

interface RequestAboutFieldsProps {
  about: RequestAbout;
  /** The person tried to send it. */
  isTried: boolean;
  onChange: (change: Partial<RequestAbout>) => void;
}

/** Reason, text and pictures of a request. */
export function RequestAboutFields({ about, isTried, onChange }: RequestAboutFieldsProps) {
  const { t } = useTranslation(['refunds', 'form']);
  const { upload_max_filesize: maxKib } = useSettings().server_info;
  const word = (key: string) => t(`refunds:refunds.dialogs.${key}`);
  return (
    <>
      <Field
        id="refund-reason"
        label={word('reason')}
        hint={word('reason-hint')}
        isRequired
        error={isTried && lacksReason(about) ? t('form:error-return-reason-required') : undefined}
      >
        {(control) => (
          <RemotePicker
            control={control}
            label={word('reason')}
            relation={{ endpoint: 'refund-reasons' }}
            value={about.reason}
            onChange={(reason) => onChange({ reason: Array.isArray(reason) ? null : reason })}
          />
        )}
      </Field>
      <Field
        as={Textarea}
        id="refund-description"
        label={word('description')}
        hint={word('description-hint')}
        rows={3}
        maxLength={10_000}
        value={about.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <ImagesField
        id="refund-images"
        label={word('pictures')}
        maxKib={maxKib}
        value={about.images}
        onChange={(images) => onChange({ images })}
      />
    </>
  );
}
