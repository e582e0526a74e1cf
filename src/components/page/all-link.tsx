import { ArrowRight } from 'lucide-react';
import { Link } from '@/components/ui/link';

/** From a card of a dashboard to its full list. */
export function AllLink({ href, label }: { href: string; label: string }) {
  return (
    <Link
      href={href}
      className="relative touch-target inline-flex shrink-0 items-center gap-1 rounded-badge text-small font-medium text-accent-ink hover:underline"
    >
      {label}
      <ArrowRight className="size-3.5 rtl:-scale-x-100" />
    </Link>
  );
}
