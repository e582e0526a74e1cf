import { DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { StoredText } from '@/components/editor/stored-text';
import { Button } from '@/components/ui/button';

interface DescriptionDialogProps {
  data: { title: string; text: string };
  onClose: () => void;
}

/** The full text of a truncated description, or a document. */
export function DescriptionDialog({ data, onClose }: DescriptionDialogProps) {
  const { t } = useTranslation('common');
  return (
    <div className="w-130 max-w-full p-6">
      <DialogTitle className="pe-8 text-card font-semibold text-balance">{data.title}</DialogTitle>
      <div className="mt-3 max-h-[60dvh] overflow-y-auto text-ink-second">
        <StoredText text={data.text} />
      </div>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{t('button-close')}</Button>
      </div>
    </div>
  );
}
