import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useEffect } from 'react';
import type { ShopStub } from '@/contract/accounts/auth';
import { lazyPart } from '@/lib/lazy-part';
import { useMe } from '@/lib/session/me';
import { useSettings } from '@/state/settings';
import { useSidebarMini, useUi, useUiActions } from '@/state/ui';
import { SectionPlace } from './menu/section-place';
import { Sidebar } from './menu/sidebar';
import { SiteBrand } from './menu/site-brand';
import { TopBar } from './menu/top-bar';
import { useFirstData } from './use-first-data';
import { ViewPlace } from './view/view-place';

// Space is reserved, so that nothing moves.
const NoticeBanner = lazyPart(
  () => import('./notice-banner'),
  'NoticeBanner',
  () => <div id="important-notice" className="h-12 shrink-0" />,
);
const FooterPlace = () => <div className="h-12" />;
const Footer = lazyPart(() => import(/* webpackChunkName: "tools" */ './menu/tools'), 'Footer', FooterPlace);
const RoleMenu = lazyPart(() => import('./menu/role-menu'), 'RoleMenu');
const Drawer = lazyPart(() => import('@/components/dialog/drawer'), 'Drawer');

const MaintenanceBar = lazyPart(
  () => import('./maintenance-bar'),
  'MaintenanceBar',
  () => <div className="h-9.25 border-b border-line bg-accent-soft" />,
);

const isAhead = (moment: string | null | undefined) => moment && Date.parse(moment) > Date.now();

interface ShellProps {
  path: string;
  /** Slug of the shop whose menu it is. */
  place: string | undefined;
  shop: ShopStub | undefined;
  /** Above the menu: the profile or the shop. */
  card: ReactNode;
  children: ReactNode;
}

/** Sidebar, top bar, content, footer: the frame of every page behind the login. */
export function Shell({ path, place, shop, card, children }: ShellProps) {
  const { t } = useTranslation('common');
  const { isUnderMaintenance, maintenance } = useSettings();
  const { isSidebarOpen } = useUi();
  const { close: closeSidebar } = useUiActions().sidebar;
  const { data: me } = useMe();
  const [isMini] = useSidebarMini();
  const { events } = useRouter();
  const tree = { address: path, place, shop, card };

  useEffect(() => {
    events.on('routeChangeStart', closeSidebar);
    return () => events.off('routeChangeStart', closeSidebar);
  }, [events, closeSidebar]);

  return (
    <div className="min-h-dvh bg-ground">
      <a href="#content" className="skip-link">
        {t('text-go-to-content')}
      </a>
      <Sidebar {...tree} isMini={isMini} />
      {isSidebarOpen && (
        <Drawer
          onClose={closeSidebar}
          label={t('text-nav-menu')}
          closeLabel={t('button-close')}
          header={<SiteBrand />}
        >
          <RoleMenu {...tree} isMini={false} />
        </Drawer>
      )}
      <div
        className={`flex min-h-dvh flex-col border-line bg-surface desk:border-s ${isMini ? 'desk:ms-16' : 'desk:ms-59'}`}
      >
        <TopBar shop={shop} />
        <ViewPlace className="top-13" />
        {me?.notice && <NoticeBanner />}
        {isUnderMaintenance && isAhead(maintenance.until) && <MaintenanceBar maintenance={maintenance} />}
        <SectionPlace address={path} place={place}>
          <main id="content" tabIndex={-1} className="peer min-w-0 flex-1 p-4 outline-none desk:p-6">
            {children}
          </main>
          <LateFooter />
        </SectionPlace>
      </div>
    </div>
  );
}

function LateFooter() {
  return useFirstData() ? <Footer /> : <FooterPlace />;
}
