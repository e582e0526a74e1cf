import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import type { ShopStub } from '@/contract/accounts/auth';

interface ShopTileProps {
  shop: ShopStub;
  /** Status, already translated. */
  stateText: string;
}

export function ShopTile({ shop, stateText }: ShopTileProps) {
  return (
    <Link
      href={`/${encodeURIComponent(shop.slug)}`}
      className="flex items-center gap-3.5 rounded-card border border-line bg-surface p-4 transition-colors hover:border-ink-third hover:bg-sunken"
    >
      <Avatar name={shop.name} path={shop.logo?.thumbnail} size="large" shape="square" />
      <span className="min-w-0">
        <span className="block truncate text-card font-semibold">{shop.name}</span>
        <span className="mt-1 block">
          <Badge tone={shop.is_active ? 'good' : 'warn'}>{stateText}</Badge>
        </span>
      </span>
    </Link>
  );
}
