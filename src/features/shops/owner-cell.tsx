import { Avatar } from '@/components/ui/avatar';
import type { Shop } from '@/contract/shops/schema';

export function OwnerCell({ owner }: { owner: Shop['owner'] }) {
  if (!owner) return <span className="text-ink-second">—</span>;
  const { avatar } = owner.profile;
  return (
    <span className="flex max-w-60 items-center gap-2" title={owner.email}>
      <span className="phone:hidden">
        <Avatar name={owner.name} path={avatar?.thumbnail} />
      </span>
      <span className="line-clamp-2 break-words">{owner.name}</span>
    </span>
  );
}
