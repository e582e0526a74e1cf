import { Link } from '@/components/ui/link';
import { useMay } from '@/lib/session/rights';

/** A person's name, which opens the person's page for whoever may read it. */
export function PersonLink({ person: { id, name } }: { person: { id: number; name: string } }) {
  if (!useMay('customers:read')) return <span className="break-words">{name}</span>;
  return (
    <Link href={`/users/${id}`} className="rounded-badge hover:text-accent-ink hover:underline">
      {name}
    </Link>
  );
}
