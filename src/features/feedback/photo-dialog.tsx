import '@/lib/i18n/form-words';
import { useTranslation } from 'next-i18next/pages';
import { PictureTurner } from '@/components/media/picture-carousel';
import type { DialogData } from '@/contract/dialogs';

/** Photos of a review. */
export function PhotoDialog({ data }: { data: DialogData['REVIEW_IMAGE_POPOVER'] }) {
  const { t } = useTranslation('form');
  return <PictureTurner title={t('form:feedback.photos')} {...data} />;
}
