import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';

/** Metric tiles side by side: as many per line as fit, two on a phone. */
export function FigureTiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] sm:[&>:only-child]:max-w-70 max-sm:[&>:last-child:nth-child(odd)]:col-span-2"
    >
      {children}
    </section>
  );
}

interface FigureTileProps {
  label: string;
  href: string;
  /** Undefined while loading. */
  value: string | undefined;
  /** Shown instead of the value when loading failed. */
  failure?: string | undefined;
  /** Comparison below the value. */
  note?: ReactNode;
  /** A curve beside the value, where there is room for both. */
  picture?: ReactNode;
}

/** A metric that links to the rows it counts (rules/panel: every figure leads to its rows). */
export function FigureTile({ label, href, value, failure, note, picture }: FigureTileProps) {
  return (
    <Link
      href={href}
      className="group @container relative block min-w-0 rounded-card border border-line bg-surface p-4 transition-colors hover:border-ink-third hover:bg-sunken"
    >
      <span className="block truncate text-small font-medium text-ink-second">{label}</span>
      <ArrowRight className="absolute end-3.5 top-4.5 size-4 bg-sunken text-ink-third opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 rtl:-scale-x-100" />
      {failure ? (
        <span className="mt-1 block leading-8 text-ink-second">{failure}</span>
      ) : (
        <span
          className="mt-1 flex h-8 items-center justify-between gap-2 text-[24px] leading-8 font-bold"
          // Long amounts shrink in narrow tiles.
          style={value ? { fontSize: `min(24px, ${Math.round(170 / value.length)}cqi)` } : undefined}
        >
          {value ?? (
            <span
              aria-hidden="true"
              className="inline-block h-6 w-12 animate-pulse rounded-badge bg-line-faint"
            />
          )}
          {picture && <span className="min-w-0 @max-[12rem]:hidden">{picture}</span>}
        </span>
      )}
      {note && <span className="mt-1 block text-small text-ink-second">{note}</span>}
    </Link>
  );
}
