import { useTranslation } from 'next-i18next/pages';
import { PictureTurner } from '@/components/media/picture-carousel';
import type { DialogData } from '@/contract/dialogs';

export function PictureDialog({ data }: { data: DialogData['REFUND_IMAGE'] }) {
  const { t } = useTranslation('refunds');
  return <PictureTurner title={t('refunds:refunds.pictures.title')} {...data} />;
}
