import type { ReactNode } from 'react';
import { Thumbnail } from '@/components/media/thumbnail';
import { Link } from '@/components/ui/link';
import { WrittenText } from '@/components/ui/written-text';
import { useMayOpen } from '@/lib/session/rights';

export interface DashboardLine {
  key: string | number;
  href: string;
  title: string;
  note?: string | null | undefined;
  /** Thumbnail URL; null shows an initial, undefined shows nothing. */
  picture?: string | null;
  /** Trailing content: money, a badge or a number. */
  end: ReactNode;
}

/** A short dashboard list of linked rows. */
export function Lines({ lines }: { lines: readonly DashboardLine[] }) {
  const mayOpen = useMayOpen();
  return (
    <ul>
      {lines.map(({ key, href, title, note, picture, end }) => (
        <li key={key} className="border-t border-line-faint first:border-t-0">
          <Row href={mayOpen(href.split(/[?#]/, 1)[0] || '/') ? href : undefined}>
            {picture !== undefined && <Thumbnail path={picture} title={title} />}
            <span className="min-w-0 flex-1">
              <WrittenText className="block truncate font-medium" text={title} />
              {note && (
                <WrittenText
                  className="block truncate text-small text-ink-second phone:line-clamp-2 phone:whitespace-normal"
                  text={note}
                />
              )}
            </span>
            <span className="flex shrink-0 flex-col items-end gap-1 text-end tabular-nums">{end}</span>
          </Row>
        </li>
      ))}
    </ul>
  );
}

/** No link where the person's role does not open the page. */
function Row({ href, children }: { href: string | undefined; children: ReactNode }) {
  const row = 'flex min-h-14 items-center gap-3 px-4 py-2';
  if (href === undefined) return <div className={row}>{children}</div>;
  return (
    <Link href={href} className={`${row} transition-colors hover:bg-sunken focus-visible:-outline-offset-2`}>
      {children}
    </Link>
  );
}
