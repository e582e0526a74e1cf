import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Avatar } from '@/components/ui/avatar';
import { Link } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/skeleton';
import type { ShopStub } from '@/contract/accounts/auth';
import { roleOf } from '@/contract/core/permissions';
import { fileUrl } from '@/lib/api/client';
import { usePermissions } from '@/lib/session/me';

/** The current shop above its menu, with the way back to the others. */
export function ShopCard({ shop }: { shop: ShopStub | undefined }) {
  const { t } = useTranslation('common');
  const isAdmin = roleOf(usePermissions()) === 'super_admin';

  return (
    <div className="mb-3 border-b border-line pb-3">
      <Link
        href={isAdmin ? '/' : '/my-shop'}
        className="flex h-8 items-center gap-2 rounded-control px-2.5 text-small font-medium text-ink-second hover:bg-line-faint hover:text-ink pointer-coarse:h-10"
      >
        <ArrowLeft aria-hidden size={15} className="shrink-0 rtl:-scale-x-100" />
        {t(isAdmin ? 'text-to-dashboard' : 'text-all-my-shops')}
      </Link>
      {shop ? (
        <div className="mt-1 flex items-center gap-2.5 px-2.5">
          <Avatar
            name={shop.name}
            url={shop.logo ? fileUrl(shop.logo.thumbnail) : undefined}
            size="normal"
            shape="square"
          />
          <div className="min-w-0">
            <p className="truncate font-semibold" title={shop.name}>
              {shop.name}
            </p>
            <p className={`text-small ${shop.is_active ? 'text-good' : 'text-warn'}`}>
              {t(shop.is_active ? 'text-active' : 'text-inactive')}
            </p>
          </div>
        </div>
      ) : (
        <Skeleton className="mx-2.5 mt-1 h-9.5" />
      )}
    </div>
  );
}
