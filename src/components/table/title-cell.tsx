import { Thumbnail } from '@/components/media/thumbnail';
import { Link } from '@/components/ui/link';
import { WrittenText } from '@/components/ui/written-text';

interface TitleCellProps {
  title: string;
  /** Second line that distinguishes the row. */
  note?: string | null;
  href?: string;
  /** Picture address; null shows a letter, undefined no picture. */
  picture?: string | null;
}

/** First cell of a row: picture, title link and note. */
export function TitleCell({ title, note, href, picture }: TitleCellProps) {
  const name = <WrittenText className="line-clamp-2 break-words" text={title} />;
  return (
    <span
      data-picture={picture === undefined ? undefined : ''}
      className="flex max-w-105 min-w-40 narrow:min-w-32 items-center gap-3 phone:max-w-none phone:min-w-0"
    >
      {picture !== undefined && <Thumbnail path={picture} title={title} />}
      <span className="min-w-0">
        {href ? (
          <Link
            href={href}
            className="relative touch-target block rounded-badge font-medium hover:text-accent-ink hover:underline"
          >
            {name}
          </Link>
        ) : (
          <span className="block font-medium">{name}</span>
        )}
        {note && (
          <WrittenText className="mt-px line-clamp-1 text-small break-all text-ink-second" text={note} />
        )}
      </span>
    </span>
  );
}
