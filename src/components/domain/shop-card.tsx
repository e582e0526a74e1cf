import { MapPin, Phone } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { ShopCover } from './shop-cover';
import { ShopLogo } from './shop-logo';

interface ShopCardProps {
  shop: Pick<Parameters<typeof ShopLogo>[0], 'name' | 'logo' | 'isActive'> & {
    id: number;
    slug: string;
    cover: Parameters<typeof ShopCover>[0]['cover'];
  };
  /** Words, already translated. */
  state: string;
  address: string;
  phone: string;
  /** Balances; undefined without the right to see them. */
  figures: readonly { key: string; label: string; value: string }[];
}

/** One of the person's shops: cover, logo with status, address and metrics; the card links into it. */
export function ShopCard({ shop, state, address, phone, figures }: ShopCardProps) {
  return (
    <Link
      href={`/${encodeURIComponent(shop.slug)}`}
      className="group flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-ink-third"
    >
      <ShopCover cover={shop.cover} seed={shop.id} className="h-24" />
      <span className="-mt-8 flex items-end justify-between gap-3 px-4">
        <ShopLogo name={shop.name} logo={shop.logo} isActive={shop.isActive} />
        <Badge tone={shop.isActive ? 'good' : 'warn'}>{state}</Badge>
      </span>
      <span className="block flex-1 px-4 pt-3 pb-4">
        <span className="block truncate text-card font-semibold group-hover:text-accent-ink">
          {shop.name}
        </span>
        <span className="mt-1.5 grid gap-1 text-small text-ink-second">
          <span className="flex items-center gap-1.5">
            <MapPin className="size-3.5 shrink-0" />
            <span className="truncate">{address}</span>
          </span>
          <span className="flex items-center gap-1.5">
            <Phone className="size-3.5 shrink-0" />
            <span className="truncate">{phone}</span>
          </span>
        </span>
      </span>
      {figures.length > 0 && (
        <span className="grid grid-cols-2 gap-x-4 gap-y-2.5 border-t border-line-faint px-4 py-3">
          {figures.map(({ key, label, value }) => (
            <span key={key} className="min-w-0">
              <span className="block truncate text-small text-ink-second">{label}</span>
              <span className="block truncate font-semibold">{value}</span>
            </span>
          ))}
        </span>
      )}
    </Link>
  );
}
