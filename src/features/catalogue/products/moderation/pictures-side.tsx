import { useTranslation } from 'next-i18next/pages';
import type { Attachment } from '@/contract/core/define';
import { fileUrl } from '@/lib/api/client';

interface PicturesSideProps {
  side: 'before' | 'after';
  pictures: Attachment[];
  others: Attachment[];
}

/** Pictures in their order; those that the other side lacks are framed. Each opens in full. */
export function PicturesSide({ side, pictures, others }: PicturesSideProps) {
  const { t } = useTranslation('form');
  if (pictures.length === 0) return <p className="text-ink-second">—</p>;
  const mark = side === 'before' ? 'removed' : 'added';
  const frame = side === 'before' ? 'border-bad' : 'border-good';
  const sign = side === 'before' ? 'bg-bad-soft text-bad' : 'bg-good-soft text-good';
  const isOne = pictures.length === 1;
  return (
    <ul className="flex flex-wrap gap-2">
      {pictures.map((picture, index) => {
        const isAlone = !others.some((other) => other.id === picture.id);
        const words = [
          t('form:products.moderation.picture', { number: index + 1 }),
          ...(isAlone ? [t(`form:products.moderation.${mark}`)] : []),
        ];
        return (
          <li key={picture.id} className="relative">
            <a
              href={fileUrl(picture.original)}
              target="_blank"
              rel="noreferrer"
              className={`block overflow-hidden rounded-control border-2 bg-line-faint ${isAlone ? frame : 'border-transparent'}`}
            >
              <img
                src={fileUrl(picture.thumbnail || picture.original)}
                alt={words.join(', ')}
                loading="lazy"
                className={isOne ? 'size-36 object-contain' : 'size-20 object-cover'}
              />
            </a>
            {isAlone && (
              <span
                aria-hidden="true"
                className={`absolute start-1 top-1 grid size-5 place-items-center rounded-badge font-semibold ${sign}`}
              >
                {side === 'before' ? '−' : '+'}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
