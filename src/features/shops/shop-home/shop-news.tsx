import { useTranslation } from 'next-i18next/pages';
import { FaqList } from '@/components/domain/faq-list';
import { NoticeList } from '@/components/domain/notice-list';
import type { ShopStub } from '@/contract/accounts/auth';
import { familyPaths } from '@/contract/core/define';
import { storeNotices } from '@/contract/messaging/store-notices';
import { faqs } from '@/contract/settings/faqs';
import { useCurrentNotices, useLatestFaqs } from '@/lib/api/dashboard';
import { useMayOpen } from '@/lib/session/rights';

/** Current notices for a shop, and its latest questions; staff read notices but have no list of them. */
export function ShopNews({ shop }: { shop: ShopStub }) {
  const { i18n } = useTranslation();
  const mayOpen = useMayOpen();
  const notices = familyPaths(storeNotices, shop.slug);
  const questions = familyPaths(faqs, shop.slug);
  const current = useCurrentNotices({ shops: shop.slug }, i18n.language);
  const latest = useLatestFaqs({ shop_id: shop.id }, i18n.language);
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      {mayOpen(questions.list) && <FaqList query={latest} paths={questions} />}
      <NoticeList
        resource={storeNotices}
        query={current}
        hrefOf={(notice) => notices.details(notice.id)}
        listHref={mayOpen(notices.list) ? notices.list : undefined}
      />
    </div>
  );
}
