import { useTranslation } from 'next-i18next/pages';
import { NoticeList } from '@/components/domain/notice-list';
import { type Me, ownShops } from '@/contract/accounts/auth';
import { familyPaths } from '@/contract/core/define';
import { storeNotices } from '@/contract/messaging/store-notices';
import type { StoreNotice } from '@/contract/messaging/store-notices/schema';
import { useCurrentNotices } from '@/lib/api/dashboard';

/** Notices in force today; owners and staff read them inside a shop. */
export function CurrentNotices({ me, isAdmin }: { me: Me; isAdmin: boolean }) {
  const { i18n } = useTranslation();
  const query = useCurrentNotices({}, i18n.language);
  const own = ownShops(me);
  const hrefOf = (notice: StoreNotice) => {
    const shop = own.find(({ id }) => notice.shops.some((one) => one.id === id)) ?? own[0];
    return familyPaths(storeNotices, isAdmin ? undefined : shop?.slug).details(notice.id);
  };
  if (!isAdmin && own.length === 0) return null;
  return (
    <NoticeList
      resource={storeNotices}
      query={query}
      hrefOf={hrefOf}
      listHref={isAdmin ? familyPaths(storeNotices).list : undefined}
    />
  );
}
