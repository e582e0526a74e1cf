import { useTranslation } from 'next-i18next/pages';
import { PictureTurner } from '@/components/media/picture-carousel';
import type { DialogData } from '@/contract/dialogs';

export function PhotoDialog({ data }: { data: DialogData['REVIEW_IMAGE_POPOVER'] }) {
  const { t } = useTranslation('feedback');
  return <PictureTurner title={t('feedback:feedback.photos')} {...data} />;
}
