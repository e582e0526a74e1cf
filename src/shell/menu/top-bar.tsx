import { useTranslation } from 'next-i18next/pages';
import { memo } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import type { ShopStub } from '@/contract/accounts/auth';
import { lazyPart } from '@/lib/lazy-part';
import { useFirstData } from '@/shell/use-first-data';
import { useModalActions } from '@/state/modal';
import { useSidebarMini, useUiActions } from '@/state/ui';
import { SiteBrand } from './site-brand';

/** What the search box shows before it is here. Its text is the largest of many pages, so it is painted with the frame. */
function SearchPlace() {
  const { t } = useTranslation('common');
  const { toggle } = useModalActions();
  return (
    <button
      type="button"
      onClick={() => toggle('SEARCH_VIEW')}
      className="flex h-8.5 w-full items-center rounded-control border border-line bg-sunken ps-9 pe-16 text-start text-ink-third pointer-coarse:h-10"
    >
      <span className="truncate">{t('text-top-bar-search-placeholder')}</span>
    </button>
  );
}

const ProfilePlace = () => <div className="size-10" />;

// Loaded after the page's data; their space is reserved.
const BarSearch = lazyPart(() => import(/* webpackChunkName: "tools" */ './tools'), 'BarSearch', SearchPlace);
const PersonMenus = lazyPart(
  () => import(/* webpackChunkName: "tools" */ './tools'),
  'PersonMenus',
  ProfilePlace,
);

/** The bar above every page. Memoised: navigation does not re-render it. */
export const TopBar = memo(function TopBar({ shop }: { shop: ShopStub | undefined }) {
  const { t } = useTranslation('common');
  const { sidebar } = useUiActions();
  const { toggle } = useModalActions();
  const [isMini, setMini] = useSidebarMini();
  const isReady = useFirstData();
  const toggleSearch = () => toggle('SEARCH_VIEW');

  return (
    <header className="sticky top-0 z-20 flex h-13 shrink-0 items-center gap-1.5 border-b border-line bg-surface px-2 phone:gap-0.5 desk:gap-2 desk:px-6">
      <IconButton icon="menu" label={t('text-open-menu')} onClick={sidebar.toggle} className="desk:hidden" />
      <Link href="/" className="me-auto flex min-h-10 min-w-0 items-center rounded-control p-1 desk:hidden">
        <SiteBrand />
      </Link>
      <IconButton
        icon="panel-left"
        label={t(isMini ? 'text-expand-menu' : 'text-collapse-menu')}
        aria-pressed={isMini}
        onClick={() => setMini(!isMini)}
        className="hidden! desk:-ms-2 desk:inline-flex!"
      />
      <div className="hidden w-full max-w-95 desk:block">
        {isReady ? <BarSearch shop={shop} onNarrow={toggleSearch} /> : <SearchPlace />}
      </div>
      <div className="hidden flex-1 desk:block" />
      <IconButton
        icon="search"
        label={t('text-search-pages')}
        onClick={toggleSearch}
        className="desk:hidden"
      />
      {isReady ? <PersonMenus shop={shop} /> : <ProfilePlace />}
    </header>
  );
});
