import { useTranslation } from 'next-i18next/pages';
import type { Attachment } from '@/contract/core/define';
import { fileUrl } from '@/lib/api/client';
import { useModalActions } from '@/state/modal';

/** The customer's photos; each opens enlarged. */
export function RefundPictures({ pictures }: { pictures: readonly Attachment[] }) {
  const { t } = useTranslation('refunds');
  const { open } = useModalActions();
  if (pictures.length === 0)
    return <p className="text-ink-second">{t('refunds:refunds.card.no-pictures')}</p>;
  return (
    <ul aria-label={t('refunds:refunds.card.pictures')} className="flex flex-wrap gap-2">
      {pictures.map((picture, index) => (
        <li key={picture.id}>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={t('refunds:refunds.card.picture', { number: index + 1, count: pictures.length })}
            className="block rounded-control"
            onClick={() => open('REFUND_IMAGE', { pictures: [...pictures], at: index })}
          >
            <img
              src={fileUrl(picture.thumbnail || picture.original)}
              alt=""
              loading="lazy"
              className="size-24 rounded-control bg-line-faint object-cover"
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
