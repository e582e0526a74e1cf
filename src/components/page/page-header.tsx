import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/skeleton';
import { useTabName } from '@/lib/hooks/use-tab-name';

interface PageHeaderProps {
  /** Undefined while the record of a page loads: its place is kept under the way back. */
  title: string | undefined;
  /** Number after the title, already formatted. */
  total?: string;
  /** The page one level up. */
  parent?: { href: string; label: string };
  badge?: ReactNode;
  children?: ReactNode;
}

/** Page title with its parent link, and the main actions at the end. A page below another one names the browser tab. */
export function PageHeader({ title, total, parent, badge, children }: PageHeaderProps) {
  useTabName(parent && title !== undefined ? `${title} · ${parent.label}` : undefined);
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        {parent && (
          <Link
            href={parent.href}
            className="relative mb-1 inline-block rounded-badge text-small pointer-coarse:before:absolute pointer-coarse:before:-inset-x-2 pointer-coarse:before:-inset-y-2.75 text-ink-second hover:text-accent-ink hover:underline"
          >
            {parent.label}
          </Link>
        )}
        <div className="flex min-h-8.5 flex-wrap items-center gap-x-2.5 gap-y-1">
          <h1 className="min-w-0 text-title font-[650] break-words">
            {title === undefined ? (
              <>
                <span className="sr-only">{parent?.label}</span>
                <Skeleton className="h-7 w-64 max-w-full" />
              </>
            ) : (
              <bdi>{title}</bdi>
            )}
          </h1>
          {total !== undefined && <span className="text-body text-ink-second">{total}</span>}
          {badge}
        </div>
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </header>
  );
}
