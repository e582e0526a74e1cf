import { ArrowLeft, ChevronsUpDown } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Avatar } from '@/components/ui/avatar';
import { Link } from '@/components/ui/link';
import { Menu } from '@/components/ui/menu';
import { Skeleton } from '@/components/ui/skeleton';
import { ownShops, type ShopStub } from '@/contract/accounts/auth';
import { topRole } from '@/contract/core/permissions';
import { useMe, usePermissions } from '@/lib/session/me';

interface ShopCardProps {
  shop: ShopStub | undefined;
  /** Address without base path and language: the switch opens the same page of another shop. */
  path: string;
}

/**
 * The current shop above its menu: for an administrator with the way back, for people of several shops a switch. The only
 * shop needs no name above its menu.
 */
export function ShopCard({ shop, path }: ShopCardProps) {
  const { t } = useTranslation('common');
  const { data: me } = useMe();
  const isAdmin = topRole(usePermissions()) === 'super_admin';
  const shops = isAdmin ? [] : ownShops(me);
  if (!isAdmin && shops.length < 2) return null;
  if (!shop) return <Skeleton className="mx-2.5 mt-1 mb-3 h-9.5" />;

  return (
    <div className="mb-3 border-b border-line pb-3">
      {isAdmin && (
        <Link
          href="/"
          className="mb-1 flex h-8 items-center gap-2 rounded-control px-2.5 text-small font-medium text-ink-second hover:bg-line-faint hover:text-ink pointer-coarse:h-10"
        >
          <ArrowLeft size={15} className="shrink-0 rtl:-scale-x-100" />
          {t('text-to-dashboard')}
        </Link>
      )}
      {shops.length > 1 ? (
        <Menu
          label={`${t('text-switch-shop')}: ${shop.name}`}
          buttonClassName="flex w-full items-center gap-2.5 rounded-control px-2.5 py-1.5 text-start hover:bg-line-faint"
          items={[
            ...shops.map(({ id, slug, name }) => ({
              key: String(id),
              label: name,
              href: samePageIn(slug, path),
              isChecked: id === shop.id,
            })),
            { key: 'all', label: t('text-all-my-shops'), href: '/my-shop', isSeparated: true },
          ]}
        >
          <ShopName shop={shop} />
          <ChevronsUpDown size={15} className="ms-auto shrink-0 text-ink-third" />
        </Menu>
      ) : (
        <div className="flex items-center gap-2.5 px-2.5">
          <ShopName shop={shop} />
        </div>
      )}
    </div>
  );
}

export function ShopName({ shop }: { shop: ShopStub }) {
  const { t } = useTranslation('common');
  return (
    <>
      <Avatar name={shop.name} path={shop.logo?.thumbnail} size="normal" shape="square" />
      <span className="min-w-0">
        <span dir="auto" className="block truncate font-semibold" title={shop.name}>
          {shop.name}
        </span>
        <span className={`block text-small ${shop.is_active ? 'text-good' : 'text-warn'}`}>
          {t(shop.is_active ? 'text-active' : 'text-inactive')}
        </span>
      </span>
    </>
  );
}

/** The list that the current page belongs to, in another shop: a record is only found in its own. */
function samePageIn(slug: string, path: string): string {
  const [, list = ''] = (path.split(/[?#]/, 1)[0] ?? '').split('/').filter(Boolean);
  return `/${encodeURIComponent(slug)}${list && `/${list}`}`;
}
