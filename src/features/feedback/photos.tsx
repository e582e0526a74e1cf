import type { Attachment } from '@/contract/core/define';
import { fileUrl } from '@/lib/api/client';
import { useModalActions } from '@/state/modal';

interface PhotosProps {
  pictures: readonly Attachment[];
  /** Accessible name of a photo. */
  label: (number: number) => string;
  isLarge?: boolean;
}

const maxShown = 4;

/** Review photos; each opens a gallery. */
export function Photos({ pictures, label, isLarge = false }: PhotosProps) {
  const { open } = useModalActions();
  if (pictures.length === 0) return null;
  const shown = isLarge ? pictures : pictures.slice(0, maxShown);
  const more = pictures.length - shown.length;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {shown.map((picture, index) => (
        <button
          key={picture.id}
          type="button"
          aria-haspopup="dialog"
          aria-label={label(index + 1)}
          className="relative block rounded-control"
          onClick={() => open('REVIEW_IMAGE_POPOVER', { pictures: [...pictures], at: index })}
        >
          <img
            src={fileUrl(picture.thumbnail || picture.original)}
            alt=""
            loading="lazy"
            className={`${isLarge ? 'size-24' : 'size-9.5 pointer-coarse:size-10'} rounded-control bg-line-faint object-cover`}
          />
          {more > 0 && index === shown.length - 1 && (
            <span
              aria-hidden="true"
              className="absolute inset-0 grid place-items-center rounded-control bg-black/55 text-small font-medium text-white"
            >
              +{more}
            </span>
          )}
        </button>
      ))}
    </span>
  );
}
