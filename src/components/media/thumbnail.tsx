import { fileUrl } from '@/lib/api/client';

interface ThumbnailProps {
  /** Address of the thumbnail; without one, an initial is shown instead. */
  path: string | null | undefined;
  title: string;
}

/** The 38-px picture at the start of a row. Decorative: the title is next to it. */
export function Thumbnail({ path, title }: ThumbnailProps) {
  if (path) {
    return (
      <img
        src={fileUrl(path)}
        alt=""
        loading="lazy"
        width={38}
        height={38}
        className="size-9.5 shrink-0 rounded-control bg-line-faint object-cover"
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className="grid size-9.5 shrink-0 place-items-center rounded-control bg-accent-soft text-card font-semibold text-accent-ink uppercase"
    >
      {title.trim().charAt(0)}
    </span>
  );
}
