import { DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { StoredText } from '@/components/editor/stored-text';
import { Button } from '@/components/ui/button';
import type { DialogProps } from '@/contract/dialogs';

/** The full text of a truncated description, or a document. */
export function DescriptionDialog({ data, onClose }: DialogProps<'DESCRIPTION_VIEW'>) {
  const { t } = useTranslation('common');
  return (
    <div className="w-130 max-w-full p-6">
      <DialogTitle className="pe-8 text-card font-semibold text-balance">{data.title}</DialogTitle>
      <div className="mt-3 max-h-[60dvh] overflow-y-auto text-ink-second">
        {data.isRich ? (
          <StoredText text={data.text} />
        ) : (
          <p className="break-words whitespace-pre-line">{data.text}</p>
        )}
      </div>
      <DialogButtons>
        <Button onClick={onClose}>{t('button-close')}</Button>
      </DialogButtons>
    </div>
  );
}
