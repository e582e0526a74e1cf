import type { ReactNode } from 'react';
import { AllLink } from '@/components/page/all-link';
import { Link } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/skeleton';
import { WrittenText } from '@/components/ui/written-text';

export interface RecentRow {
  id: number;
  href: string;
  title: string;
  note?: string | undefined;
  /** At the end of the line: a badge, a date. */
  end?: ReactNode;
}

interface RecentListProps {
  title: string;
  /** Link to the full list; undefined without access to it. */
  all?: { href: string; label: string } | undefined;
  /** Undefined while loading. */
  rows: readonly RecentRow[] | undefined;
  /** Shown instead of rows: empty or failed. */
  text: string;
}

/** A short list on a dashboard; every line links to its record. */
export function RecentList({ title, all, rows, text }: RecentListProps) {
  return (
    <section className="flex min-w-0 flex-col rounded-card border border-line bg-surface">
      <div className="flex items-center justify-between gap-3 px-4 pt-3.5 pb-2">
        <h2 className="min-w-0 text-card font-semibold">{title}</h2>
        {all && <AllLink {...all} />}
      </div>
      {rows?.length === 0 && <p className="px-4 pt-1 pb-5 text-ink-second">{text}</p>}
      <ul className="pb-1.5">{rows ? rows.map((row) => <Line key={row.id} {...row} />) : <Skeletons />}</ul>
    </section>
  );
}

function Line({ href, title, note, end }: RecentRow) {
  return (
    <li className="border-t border-line-faint first:border-t-0">
      <Link
        href={href}
        className="flex min-h-14 items-center gap-3 px-4 py-2 transition-colors hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1">
          <WrittenText className="block truncate font-medium" text={title} />
          {note && <WrittenText className="block truncate text-small text-ink-second" text={note} />}
        </span>
        <span className="flex shrink-0 items-center gap-2 text-small text-ink-second">{end}</span>
      </Link>
    </li>
  );
}

function Skeletons() {
  return [0, 1, 2].map((line) => (
    <li key={line} aria-hidden="true" className="flex h-14 flex-col justify-center gap-2 px-4">
      <Skeleton className="h-3.5 w-3/5" />
      <Skeleton className="h-3 w-4/5" />
    </li>
  ));
}
