import { useTranslation } from 'next-i18next/pages';
import { ConfirmModal } from '@/components/dialog/confirm-modal';

interface RemovalQuestionProps {
  /** Stored variations that would go. */
  count: number;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before stored variations go with their value. */
export function RemovalQuestion({ count, onConfirm, onClose }: RemovalQuestionProps) {
  const { t } = useTranslation('form');
  return (
    <ConfirmModal
      title={t('form:products.variations.lose-title', { count })}
      text={t('form:products.variations.lose-text', { count })}
      confirmLabel={t('form:products.variations.lose')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
