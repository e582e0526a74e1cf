import { DialogTitle } from '@headlessui/react';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { findPageRule } from '@/contract/pages';
import { useShop } from '@/features/shops/shop-home/use-shop';
import { parseShopSlug } from '@/shell/gate';
import { SearchBox } from './search-box';

/** The search where the top bar has no room for its box. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('common');
  const router = useRouter();
  const here = router.asPath.split(/[?#]/, 1)[0] ?? '/';
  const { shop } = useShop(findPageRule(here)?.layout === 'shop' ? parseShopSlug(here) : undefined);

  return (
    <div className="w-150 max-w-[calc(100vw-2rem)] p-4 pt-12 desk:pt-4">
      <DialogTitle className="sr-only">{t('text-search-pages')}</DialogTitle>
      <SearchBox shop={shop} onDone={onClose} isInline />
    </div>
  );
}
